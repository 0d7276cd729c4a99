/** `npm run dev`: server and browser reload when a file changes. */
import { ensurePackages, main, runTool } from './bootstrap.mjs';

await main(async () => {
  await ensurePackages();
  return runTool('node', ['--watch', 'scripts/dev.ts']);
});
