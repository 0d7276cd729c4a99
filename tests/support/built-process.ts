/** The server from the source with the built browser side, and a clock that a test moves on. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RenderPage } from '#server/ports/pages.ts';
import { runClocked } from './clocked.ts';

const dist = new URL('../../dist/', import.meta.url);
const { createRender } = (await import(new URL('web/entry-server.js', dist).href)) as { createRender: (manifest: unknown) => RenderPage };
const manifest: unknown = JSON.parse(readFileSync(new URL('client/.vite/manifest.json', dist), 'utf8'));

runClocked({ renderPage: createRender(manifest), assets: fileURLToPath(new URL('client/assets/', dist)) });
