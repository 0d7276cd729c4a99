/** The server from the source with the built browser code, and a clock that a test controls. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pages } from '#server/ports/pages.ts';
import { runWithTestClock } from './clocked.ts';

const dist = new URL('../../dist/', import.meta.url);
const { createPages } = (await import(new URL('web/entry-server.js', dist).href)) as { createPages: (manifest: unknown) => Pages };
const manifest: unknown = JSON.parse(readFileSync(new URL('client/.vite/manifest.json', dist), 'utf8'));

runWithTestClock({
  pages: createPages(manifest),
  assets: fileURLToPath(new URL('client/assets/', dist)),
  workers: { report: new URL('server/report.worker.js', dist), import: new URL('server/import.worker.js', dist) },
});
