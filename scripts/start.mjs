/** `npm start`: installs and builds what is missing, then serves. */
import { commitOf, ensureBuild, ensurePackages, main, modernNode, NODE_FLAGS, NODE_VARIABLES, run } from './bootstrap.mjs';

await main(async () => {
  await ensurePackages();
  ensureBuild();
  return run(modernNode(), [...NODE_FLAGS, 'dist/server/main.js'], {
    env: { ...NODE_VARIABLES, ...process.env, CARNET_COMMIT: commitOf() },
  });
});
