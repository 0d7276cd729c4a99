/** `npm start`: installs and builds what is missing, then serves. */
import { ensureBuild, ensurePackages, main, modernNode, run } from './bootstrap.mjs';

await main(async () => {
  await ensurePackages();
  ensureBuild();
  return run(modernNode(), ['dist/server/main.js']);
});
