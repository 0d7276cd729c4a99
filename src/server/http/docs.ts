import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_DOCS_CSP } from './headers.ts';
import { openApiDocument } from './openapi.ts';

/** /api/openapi.json, and its page at /api/docs. */
export async function addDocs(app: FastifyInstance): Promise<void> {
  let document: ReturnType<typeof openApiDocument> | undefined;
  app.get('/api/openapi.json', async () => {
    document ??= openApiDocument();
    return document;
  });
  await app.register(async (scope) => {
    await scope.register(swagger, { openapi: { info: { title: 'Carnet', version: '1' } } });
    await scope.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { url: '/api/openapi.json' }, staticCSP: false });
    scope.addHook('onSend', async (_, reply) => {
      reply.header('content-security-policy', API_DOCS_CSP);
    });
  });
}
