import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import type { RenderPage } from './ports/pages.ts';
import { start } from './start.ts';

/** The built browser side, beside this file's folder in dist. */
const dist = new URL('../', import.meta.url);

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const manifest: unknown = JSON.parse(await readFile(new URL('client/.vite/manifest.json', dist), 'utf8'));
  const { createRender } = (await import(new URL('web/entry-server.js', dist).href)) as { createRender: (manifest: unknown) => RenderPage };
  await start(config, { renderPage: createRender(manifest), assets: fileURLToPath(new URL('client/assets/', dist)) });
}

main().catch((error: unknown) => {
  console.error(`Carnet could not start. ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
