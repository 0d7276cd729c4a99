/**
 * Runs the server from its sources, with Vite as middleware for the browser code; `node --watch` restarts it when a server file changes.
 */
import { createServer } from 'vite';
import type { Pages } from '#server/ports/pages.ts';
import { readConfig } from '#server/settings/config.ts';
import { start } from '#server/start/start.ts';

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });

const loadPages = async (): Promise<Pages> => {
  const { createPages } = (await vite.ssrLoadModule('/src/web/entry-server.tsx')) as { createPages: (assets: undefined) => Pages };
  return createPages(undefined);
};

await start(readConfig(process.env), {
  // Loads the page modules again for each request; the routes and assets are loaded once.
  pages: { ...(await loadPages()), render: async (request) => (await loadPages()).render(request) },
  assets: undefined,
  workers: {
    report: new URL('../src/server/pdf/report.worker.ts', import.meta.url),
    import: new URL('../src/server/imports/import.worker.ts', import.meta.url),
  },
  prepare: async ({ server }) => {
    server.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done));
    // Vite puts styles and its own script into the page, which the policy of the release forbids.
    server.addHook('onSend', async (_, reply) => {
      reply.removeHeader('content-security-policy');
    });
  },
});
