import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_DOCS_CSP } from './headers.ts';
import { openApiDocument } from './openapi.ts';

/** /api/openapi.json, and its page at /api/docs. */
export async function addDocs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  app.get('/api/openapi.json', async () => document);
  await app.register(async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { layout: 'BaseLayout' },
      staticCSP: false,
      theme: { title: 'Carnet API' },
    });
    scope.addHook('onSend', async (_, reply) => {
      reply.header('content-security-policy', API_DOCS_CSP);
    });
  });
}
