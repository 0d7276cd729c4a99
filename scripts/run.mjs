/** `node scripts/run.mjs some/script.ts [words …]`: a TypeScript command of the project, on the Node that can run it. */
import { ensurePackages, main, runTool } from './bootstrap.mjs';

await main(async () => {
  await ensurePackages();
  return runTool('node', process.argv.slice(2));
});
