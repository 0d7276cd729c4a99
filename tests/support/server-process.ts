/** The server without the browser side, straight from the source: a process for tests and benchmarks that needs no build. */
import { readConfig } from '#server/config.ts';
import type { Pages } from '#server/ports/pages.ts';
import { start } from '#server/start.ts';

const pages: Pages = {
  addressOf: (path) => path,
  render: async ({ path }) => ({ status: 200, html: `<!doctype html><title>${path}</title>` }),
  files: {},
};

start(readConfig(process.env), { pages, assets: undefined }).catch((error: unknown) => {
  console.error(`Carnet could not start. ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
