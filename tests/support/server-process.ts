/** The server from the source, without the browser code: a process for tests and benchmarks that needs no build. */
import { barePages } from './bare-pages.ts';
import { runWithTestClock } from './clocked.ts';

runWithTestClock({
  pages: barePages(async ({ address }) => ({ status: 200, html: `<!doctype html><title>${address}</title>` })),
  assets: undefined,
  workers: {
    report: new URL('../../src/server/pdf/report.worker.ts', import.meta.url),
    import: new URL('../../src/server/imports/import.worker.ts', import.meta.url),
  },
});
