import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { sendFailure } from './failures.ts';

interface HealthSettings {
  /** Rejects if the database is unavailable. */
  ping: () => Promise<void>;
  /** Whether the database takes writes. */
  canWrite: () => Promise<boolean>;
  /** Whether the process is about to stop. */
  isDraining: () => boolean;
}

/**
 * /healthz reports that the process responds; /readyz also checks the database. A database that takes no writes is no failure: reading goes
 * on, and no other process could write (decision 22). While the process drains, /readyz answers 503, and
 * every answer closes its connection, so that a proxy sends further requests to another process.
 */
export function addHealth(app: FastifyInstance, { ping, canWrite, isDraining }: HealthSettings): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done();
  });
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ success: true }));
  app.get('/readyz', async (request, reply) => {
    // Answered here instead of thrown, because it is neither an error nor a rejection to log.
    if (isDraining()) return sendFailure(request, reply, new AppError('api.503'));
    await ping();
    return reply.header('cache-control', 'no-store').send({ success: true, canWrite: await canWrite() });
  });
}
