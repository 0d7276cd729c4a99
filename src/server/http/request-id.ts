import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';

const HEADER = 'x-request-id';
const PRINTABLE = /^[\w.:+/=-]{8,128}$/;

/** Returns the generator of request ids: a new UUID, or the X-Request-Id header if it comes from a proxy in TRUST_PROXY. */
export function requestIds(trustProxy: string | false): (request: IncomingMessage) => string {
  const isProxy = trustProxy ? compile(trustProxy.split(',').map((part) => part.trim())) : () => false;
  return ({ headers, socket }) => {
    const id = headers[HEADER];
    return typeof id === 'string' && PRINTABLE.test(id) && isProxy(socket.remoteAddress ?? '', 0) ? id : randomUUID();
  };
}
