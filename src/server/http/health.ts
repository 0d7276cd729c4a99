import type { FastifyInstance } from 'fastify';

/** /healthz reports that the process responds; /readyz also checks the database. */
export function addHealth(app: FastifyInstance, ping: () => Promise<void>): void {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ success: true }));
  app.get('/readyz', async (_, reply) => {
    await ping();
    return reply.header('cache-control', 'no-store').send({ success: true });
  });
}
