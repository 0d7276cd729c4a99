/** The server without the browser side, straight from the source: a process for tests and benchmarks that needs no build. */
import { readConfig } from '#server/config.ts';
import { start } from '#server/start.ts';

const renderPage = async ({ path }: { path: string }) => ({ status: 200, html: `<!doctype html><title>${path}</title>` });

start(readConfig(process.env), { renderPage, assets: undefined }).catch((error: unknown) => {
  console.error(`Carnet could not start. ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
