import type { FastifyInstance } from 'fastify';

const UNTRUSTED =
  'Requests have the header X-Forwarded-For or Forwarded, but TRUST_PROXY is not set. If a proxy is in front of Carnet, all visitors count as one network address: set TRUST_PROXY to the address of the proxy, for example to loopback.';

/** Warns once about a proxy that is not trusted. A visitor who sends the header without a proxy causes the line as well. */
export function addProxyWarning(app: FastifyInstance): void {
  let isWritten = false;
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (!isWritten && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) {
      isWritten = true;
      app.log.warn(UNTRUSTED);
    }
    done();
  });
}
