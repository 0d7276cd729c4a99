import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { OnFinished } from './finished.ts';

const PATH = '/metrics';
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** True for `Bearer <token>`; the comparison takes the same time for every wrong token. */
const isAuthorized = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));

export const requestMetrics =
  (metrics: Metrics): OnFinished =>
  ({ request, route, status, milliseconds }) =>
    metrics.countRequest({ method: request.method, route, status, seconds: milliseconds / 1_000 });

/** Serves the metrics at /metrics to requests with the token. 401 without a token, 403 (in the log as well) with a wrong one. */
export function addMetrics(app: FastifyInstance, metrics: Metrics, token: string, rateLimit: object): void {
  app.get(PATH, { config: { rateLimit } }, async ({ headers: { authorization } }, reply) => {
    if (!isAuthorized(authorization, token)) throw new AppError(authorization ? 'api.403' : 'api.401');
    const { contentType, text } = await metrics.read();
    return reply.headers({ 'content-type': contentType, 'cache-control': 'no-store' }).send(text);
  });
}

interface MetricsListener {
  url: string;
  close(): Promise<void>;
}

/** Serves the metrics on a separate address; `token` is optional. */
export async function listenForMetrics(
  metrics: Metrics,
  { host, port, token }: { host: string; port: number; token: string | undefined },
): Promise<MetricsListener> {
  const server = createServer(async (request, response) => {
    const end = (status: number, text: string, contentType = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
    if (request.method !== 'GET' || request.url !== PATH) return end(404, 'Not found\n');
    if (token !== undefined && !isAuthorized(request.headers.authorization, token)) return end(401, 'Unauthorized\n');
    try {
      const { contentType, text } = await metrics.read();
      return end(200, text, contentType);
    } catch {
      return end(500, 'The metrics could not be read\n');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
