import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { MINUTE } from '#contract/time.ts';
import { AppError } from '../app-error.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Authenticate } from './access.ts';
import { addCompression } from './compression.ts';
import { loggedError } from './error-log.ts';
import { addFailureHandlers, answerBrokenRequest, type FailureSettings, sendFailure } from './failures.ts';
import { addFinished, type OnFinished, reportUnmatched } from './finished.ts';
import { addHeaders, type HeaderSettings } from './headers.ts';
import { newInProgress } from './in-progress.ts';
import type { Load } from './load.ts';
import { requestMetrics } from './metrics.ts';
import { addProxyWarning } from './proxy-warning.ts';
import { requestIds } from './request-id.ts';
import { requestLog } from './request-log.ts';
import { addRoute, type CountVisitor, type Route } from './route.ts';
import { MULTIPART_LIMITS } from './uploads.ts';
import { writeLimit } from './writes.ts';

export interface ServerSettings extends HeaderSettings {
  logLevel: string;
  trustProxy: string | false;
  /** Writes per account and minute; 0, the default, means no limit. */
  writesPerMinute?: number;
  /** Public writes per network address, endpoint and minute; 600 by default. */
  publicWritesPerMinute?: number;
  /** Requests that the process works on at once; 1,000 by default. */
  maxInFlight?: number;
  /** Whether each request is logged; false by default. */
  logsRequests?: boolean;
  /** Log lines with network addresses: none, those of rejected requests (default), or all that concern a request. */
  logAddresses?: 'none' | 'rejected' | 'all';
  /** Destination of the log, for tests; standard output by default. */
  logTo?: { write(line: string): void };
}

/** Bytes. */
const BODY_LIMIT = 64 * 1024;
/**
 * Milliseconds for the headers of a request, and for the whole request: a photo takes a minute over a slow connection. Node checks
 * both at intervals of CHECK_EVERY.
 */
const HEADERS_TIMEOUT = 30_000;
const REQUEST_TIMEOUT = 120_000;
const CHECK_EVERY = 5_000;
/** Only limits floods from one address, so it is generous; locks per account limit password guessing. */
const PUBLIC_WRITES = 600;
/** All addresses of a /64 count as one, because providers assign at least a /64 to each customer. */
const IPV6_PREFIX = 64;

/**
 * Below `info` only libraries write, and what they write contains the headers of requests: tokens, cookies, addresses. So `debug` and
 * `trace` write no more than `info`.
 */
const writtenLevel = (level: string): string => (level === 'debug' || level === 'trace' ? 'info' : level);

/** The rate limit per network address, for the routes of public writes. Each process counts separately (decision 57). */
export const perAddress = ({ publicWritesPerMinute: max = PUBLIC_WRITES }: ServerSettings) => ({ max, timeWindow: MINUTE });

interface ServerParts extends Pick<FailureSettings, 'logFailure' | 'onUnavailable'> {
  metrics?: Metrics | undefined;
}

/** Creates a server without routes: limits, headers, compression and error handlers. */
export async function newServer(settings: ServerSettings, { metrics, ...failures }: ServerParts = {}): Promise<FastifyInstance> {
  const { logAddresses = 'rejected' } = settings;
  const observers: OnFinished[] = metrics ? [requestMetrics(metrics)] : [];
  const app = Fastify({
    logger: {
      level: writtenLevel(settings.logLevel),
      serializers: { err: loggedError },
      ...(settings.logTo && { stream: settings.logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    http: { connectionsCheckingInterval: CHECK_EVERY, headersTimeout: HEADERS_TIMEOUT },
    genReqId: requestIds(settings.trustProxy),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, given, reply) => {
      const request = given as unknown as FastifyRequest;
      const failure = new AppError('api.400', { cause: error });
      reply.header('x-request-id', request.id);
      void sendFailure(request, reply, failure);
      reportUnmatched(request, failure.status, observers);
    },
    clientErrorHandler: answerBrokenRequest,
    forceCloseConnections: 'idle',
  });
  if (settings.logsRequests) observers.push(requestLog(app.log, logAddresses === 'all'));
  addFinished(app, observers);
  addFailureHandlers(app, { ...failures, hasAddress: logAddresses !== 'none', countRejection: metrics?.countRejection });
  addHeaders(app, settings);
  if (!settings.trustProxy) addProxyWarning(app);
  addCompression(app);
  await app.register(multipart, { limits: MULTIPART_LIMITS });
  await app.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    ipv6Subnet: IPV6_PREFIX,
    errorResponseBuilder: (_, { ttl }) => new AppError('api.429', { retryAfter: Math.ceil(ttl / 1_000) }),
  });
  addJsonParser(app);
  return app;
}

/** Treats an empty JSON body as no body, so that a POST without a body may still send a content type. */
function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

interface ApiSettings {
  authenticate: Authenticate;
  countVisitor: CountVisitor;
  load: Load;
  server: ServerSettings;
}

/** Registers the API routes, and 404 for every other path under /api. */
export function addApi(app: FastifyInstance, routes: readonly Route[], { authenticate, countVisitor, load, server }: ApiSettings): void {
  const settings = {
    authenticate,
    countVisitor,
    load,
    inProgress: newInProgress(),
    writes: writeLimit(app, server.writesPerMinute ?? 0),
    rateLimit: perAddress(server),
  };
  for (const route of routes) addRoute(app, route, settings);
  for (const path of ['/api', '/api/*']) {
    app.all(path, () => {
      throw new AppError('api.404');
    });
  }
}
