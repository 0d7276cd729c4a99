/** `npm run dev`: server and browser reload when a file changes. */
import { commitOf, ensurePackages, main, runTool } from './bootstrap.mjs';

await main(async () => {
  await ensurePackages();
  // Watches folders instead of imports: Vite imports a file that it rewrites on each start.
  const watched = ['src/server', 'src/contract', 'locales'].map((folder) => `--watch-path=${folder}`);
  return runTool('node', [...watched, '--watch-preserve-output', 'scripts/dev.ts'], {
    env: { ...process.env, CARNET_COMMIT: commitOf() },
  });
});
