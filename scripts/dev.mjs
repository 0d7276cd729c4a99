/** `npm run dev`: server and browser reload when a file changes. */
import { ensurePackages, main, runTool } from './bootstrap.mjs';

await main(async () => {
  await ensurePackages();
  // Folders rather than imports: Vite imports a file that it writes anew at each start.
  const watched = ['src/server', 'src/contract', 'locales'].map((folder) => `--watch-path=${folder}`);
  return runTool('node', [...watched, '--watch-preserve-output', 'scripts/dev.ts']);
});
