import Fastify, { type FastifyInstance } from 'fastify';
import { addFailureHandlers } from './failures.ts';
import { API_DOCS_CSP, addHeaders } from './headers.ts';
import { openApiDocument } from './openapi.ts';
import { requestIds } from './request-id.ts';
import type { ServerSettings } from './server.ts';

/**
 * Serves /api/openapi.json and the API documentation at /api/docs. The documentation is a separate Fastify instance, created on the
 * first visit, because loading its library takes a third of the startup time.
 */
export function addDocs(app: FastifyInstance, settings: ServerSettings): void {
  let document: ReturnType<typeof openApiDocument> | undefined;
  let page: Promise<FastifyInstance> | undefined;
  app.get('/api/openapi.json', async () => {
    document ??= openApiDocument();
    return document;
  });
  for (const path of ['/api/docs', '/api/docs/*']) {
    app.get(path, async (request, reply) => {
      page ??= newDocsPage(settings).catch((error: unknown) => {
        // Retry on the next visit.
        page = undefined;
        throw error;
      });
      const docs = await page;
      reply.hijack();
      docs.routing(request.raw, reply.raw);
    });
  }
  app.addHook('onClose', async () => (await page)?.close());
}

async function newDocsPage(settings: ServerSettings): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')]);
  const docs = Fastify({ genReqId: requestIds(settings.trustProxy) });
  addFailureHandlers(docs);
  addHeaders(docs, settings);
  docs.addHook('onSend', async (_, reply) => {
    reply.header('content-security-policy', API_DOCS_CSP);
  });
  await docs.register(swagger, { mode: 'static', specification: { document: openApiDocument() as never } });
  await docs.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { layout: 'BaseLayout' },
    staticCSP: false,
    theme: { title: 'Carnet API' },
  });
  await docs.ready();
  return docs;
}
