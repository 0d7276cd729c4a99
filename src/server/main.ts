import { readFile, stat } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Pages } from './ports/pages.ts';
import { openOutput, printJsonOnly } from './start/output.ts';
import { startFailure } from './start/start-failure.ts';

/** The build output; this file is in `dist/server`. */
const dist = new URL('../', import.meta.url);

/** Caches compiled code next to the build, which halves the time of later starts. Has no effect if the folder is not writable. */
enableCompileCache(fileURLToPath(new URL('.compiled/', dist)));

/** Read here, so that invalid settings are reported in this format as well. */
const isJson = process.env.LOG_FORMAT === 'json';
const output = openOutput(isJson);
if (isJson) printJsonOnly(output);

async function main(): Promise<void> {
  const manifestFile = new URL('client/.vite/manifest.json', dist);
  const [{ readConfig }, { start }, { createPages }, manifest, { mtime }] = await Promise.all([
    import('./settings/config.ts'),
    import('./start/start.ts'),
    import(new URL('web/entry-server.js', dist).href) as Promise<{ createPages: (manifest: unknown, builtAt: Date) => Pages }>,
    readFile(manifestFile, 'utf8'),
    stat(manifestFile),
  ]);
  const assets = fileURLToPath(new URL('client/assets/', dist));
  const workers = { report: new URL('server/report.worker.js', dist), import: new URL('server/import.worker.js', dist) };
  await start(readConfig(process.env), { pages: createPages(JSON.parse(manifest), mtime), assets, workers });
}

main().catch((error: unknown) => {
  const { text, exitCode } = startFailure(error);
  output.fatal(text);
  process.exit(exitCode);
});
