import { readFile } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Pages } from './ports/pages.ts';
import { startFailure } from './start-failure.ts';

/** The built browser side, beside this file's folder in dist. */
const dist = new URL('../', import.meta.url);

/** What was compiled once is kept beside the build: later starts take half the time. Where it cannot be written, nothing is kept. */
enableCompileCache(fileURLToPath(new URL('.compiled/', dist)));

async function main(): Promise<void> {
  const [{ readConfig }, { start }, { createPages }, manifest] = await Promise.all([
    import('./config.ts'),
    import('./start.ts'),
    import(new URL('web/entry-server.js', dist).href) as Promise<{ createPages: (manifest: unknown) => Pages }>,
    readFile(new URL('client/.vite/manifest.json', dist), 'utf8'),
  ]);
  const assets = fileURLToPath(new URL('client/assets/', dist));
  await start(readConfig(process.env), { pages: createPages(JSON.parse(manifest)), assets });
}

main().catch((error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});
