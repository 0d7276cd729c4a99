/** `node scripts/run.mjs some/script.ts [argument …]`: runs a TypeScript command of the project on a Node that supports it. */
import { commitOf, ensurePackages, main, runTool } from './bootstrap.mjs';

await main(async () => {
  await ensurePackages();
  return runTool('node', process.argv.slice(2), { env: { ...process.env, CARNET_COMMIT: commitOf() } });
});
