/** The server from its sources, with Vite in front for the browser side; started again by `node --watch` when a server file changes. */
import { createServer } from 'vite';
import { readConfig } from '#server/config.ts';
import type { PageRequest, RenderPage } from '#server/ports/pages.ts';
import { start } from '#server/start.ts';

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });

const renderPage: RenderPage = async (request: PageRequest) => {
  const { createRender } = (await vite.ssrLoadModule('/src/web/entry-server.tsx')) as { createRender: (assets: undefined) => RenderPage };
  return createRender(undefined)(request);
};

await start(readConfig(process.env), {
  renderPage,
  assets: undefined,
  prepare: async (app) => {
    app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done));
    // Vite puts styles and its own script into the page, which the policy of the release forbids.
    app.addHook('onSend', async (_, reply) => {
      reply.removeHeader('content-security-policy');
    });
  },
});
