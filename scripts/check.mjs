/** `npm run check`: every static check of the code; runs no tests. */
import { ensureBuild, ensurePackages, main, runTool, say } from './bootstrap.mjs';

/** @type {{ name: string, command: [string, ...string[]], needsBuild?: true }[]} */
const STEPS = [
  { name: 'format, lint, import boundaries, cycles, sizes', command: ['biome', 'check', '--error-on-warnings', '--max-diagnostics=100'] },
  ...['src/contract', 'src/server', 'src/web', 'tests'].map((side) => ({
    name: `types of ${side}`,
    command: /** @type {[string, ...string[]]} */ (['tsc', '-p', side]),
  })),
  { name: 'texts in three languages', command: ['node', 'scripts/check-locales.mjs'] },
  { name: 'no unused texts and styles', command: ['node', 'scripts/check-unused.mjs'] },
  { name: 'OpenAPI document is current and follows the rules', command: ['node', 'scripts/openapi.ts', '--check'] },
  { name: 'table of settings is current', command: ['node', 'scripts/settings.ts', '--check'] },
  { name: 'page size budget', command: ['node', 'scripts/check-budget.mjs'], needsBuild: true },
];

await main(async () => {
  await ensurePackages();
  const failed = [];
  for (const { name, command, needsBuild } of STEPS) {
    if (needsBuild) ensureBuild();
    const started = performance.now();
    const [tool, ...args] = command;
    const code = await runTool(tool, args);
    if (code !== 0) failed.push(name);
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  }
  say(failed.length === 0 ? 'all checks passed' : `failed: ${failed.join('; ')}`);
  return failed.length === 0 ? 0 : 1;
});
