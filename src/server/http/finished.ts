import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the observers have been called. */
    isFinished: boolean;
  }
}

/** Status of a request whose client has disconnected before the answer. */
const DISCONNECTED = 499;
/** Route of a request without one, for example with an invalid path. */
const UNMATCHED = 'unmatched';

export interface Finished {
  request: FastifyRequest;
  /** The pattern of the route, never the requested path. */
  route: string;
  status: number;
  milliseconds: number;
}

export type OnFinished = (finished: Finished) => void;

/** Reports a request that Fastify answers without hooks. */
export const reportUnmatched = (request: FastifyRequest, status: number, observers: readonly OnFinished[]): void => {
  for (const observe of observers) observe({ request, route: UNMATCHED, status, milliseconds: 0 });
};

/** Calls the observers once for each request: after its answer, or when its client has disconnected. */
export function addFinished(app: FastifyInstance, observers: readonly OnFinished[]): void {
  if (observers.length === 0) return;
  app.decorateRequest('isFinished', false);
  const finish = (request: FastifyRequest, reply: FastifyReply, status: number): void => {
    if (request.isFinished) return;
    request.isFinished = true;
    const route = request.routeOptions.url ?? UNMATCHED;
    for (const observe of observers) observe({ request, route, status, milliseconds: reply.elapsedTime });
  };
  app.addHook('onRequest', (request, reply, done) => {
    // Not the hook `onRequestAbort`: it is not called once the body has been read.
    reply.raw.on('close', () => finish(request, reply, DISCONNECTED));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    finish(request, reply, reply.statusCode);
    done();
  });
}
