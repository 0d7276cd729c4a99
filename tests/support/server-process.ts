/** The server without the browser side, straight from the source: a process for tests and benchmarks that needs no build. */
import { barePages } from './bare-pages.ts';
import { runClocked } from './clocked.ts';

runClocked({
  pages: barePages(async ({ address }) => ({ status: 200, html: `<!doctype html><title>${address}</title>` })),
  assets: undefined,
});
