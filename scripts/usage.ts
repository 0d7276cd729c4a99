/** How a person calls a command of scripts/package-parts.mjs: in a clone, or in what `npm run package` wrote. */
export const usage = (command: string): string =>
  import.meta.url.includes('/dist/commands/') ? `carnet ${command}` : `npm run ${command} --`;
