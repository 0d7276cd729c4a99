import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Body, Endpoint, Params, Query } from '#contract/endpoint.ts';
import type { Language } from '#contract/languages.ts';
import { type AdminRole, isAllowed } from '#contract/roles.ts';
import { AppError } from '../app-error.ts';
import type { AdminCaller, Caller, Visitor } from '../caller.ts';
import { onOneDatabase } from '../db/one-database.ts';
import { readFor } from '../db/turns.ts';
import { type IdempotencyKey, requestHashOf } from '../ports/idempotency-key.ts';
import { errorText } from '../texts.ts';
import { type Authenticate, bearerOf, findCaller } from './access.ts';
import type { InProgress } from './in-progress.ts';
import { answerParser, parseInput, readIdempotencyKey, rejectUnreadableBody } from './input.ts';
import { languageOf, requestedLanguage } from './language.ts';
import type { Load } from './load.ts';
import { openUpload, readMultipart, type Upload } from './uploads.ts';
import { visitorOf } from './visitor.ts';
import { accountOf, type WriteLimit } from './writes.ts';

/** Argument of a handler: the parsed input and the caller. */
export interface HandlerRequest<E extends Endpoint> {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  image: Uint8Array | undefined;
  upload: E['upload'] extends string ? Upload : undefined;
  caller: E['optionalAuth'] extends true ? Caller | undefined : { public: undefined; user: Caller; admin: AdminCaller }[E['access']];
  /** Network address of a caller who is not a logged-in user. */
  visitor: E['access'] extends 'user' ? undefined : Visitor;
  language: Language;
  /** The language named in the request, if any; `language` falls back to the default. */
  requestedLanguage: Language | undefined;
  idempotencyKey: IdempotencyKey | undefined;
  userAgent: string;
  /** Aborted when the client disconnects; for endpoints with a `file` or an `upload`, or with `isLong`. */
  signal: E['file'] extends string
    ? AbortSignal
    : E['upload'] extends string
      ? AbortSignal
      : E['isLong'] extends true
        ? AbortSignal
        : undefined;
}

export type Handler<E extends Endpoint> = (request: HandlerRequest<E>) => Promise<Answer<E>>;

export interface Route {
  endpoint: Endpoint;
  handler: Handler<Endpoint>;
}

/** Pairs an endpoint with its handler and checks their types. */
export const route = <const E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handler: handler as unknown as Handler<Endpoint>,
});

/** Counts a request of a visitor to an endpoint, named by its path. Throws api.429 above `max` per hour and network address. */
export type CountVisitor = (path: string, visitor: Visitor, max: number) => Promise<void>;

interface RouteSettings {
  authenticate: Authenticate;
  countVisitor: CountVisitor;
  load: Load;
  inProgress: InProgress;
  writes: WriteLimit;
  /** Rate limit per network address, for public writes. */
  rateLimit: object;
}

/** Registers the route of an endpoint: access check, rate limits, parsing of input and response, and serialization. */
export function addRoute(app: FastifyInstance, { endpoint, handler }: Route, settings: RouteSettings): void {
  const { authenticate, countVisitor, load, inProgress, writes, rateLimit } = settings;
  const confirm = endpoint.successCode;
  const parseAnswer = answerParser(endpoint);
  const isRead = endpoint.method === 'GET';
  const respond = async (request: FastifyRequest, reply: FastifyReply, caller: Caller | AdminCaller | undefined) => {
    const language = languageOf(request);
    const isLong = endpoint.isLong || endpoint.upload !== undefined;
    const signal = isLong ? whileConnected(reply.raw) : endpoint.file ? request.signal : undefined;
    if (!isRead) await writes.check(request);
    const input = await inputOf(endpoint, request);
    const userAgent = request.headers['user-agent'] ?? '';
    const visitor = endpoint.access === 'user' ? undefined : visitorOf(request);
    const { visitorLimit } = endpoint;
    if (visitor && !caller && visitorLimit) await load.run(() => countVisitor(endpoint.path, visitor, visitorLimit));
    const origin = { visitor, userAgent, requestedLanguage: requestedLanguage(request) };
    const given = { ...input, ...origin, caller, language, signal } as HandlerRequest<Endpoint>;
    const work = () => handler(given);
    // It may take minutes: it must not hold a place of other requests.
    const answer = isLong ? await work() : await load.run(() => (isRead ? readFor(request, work) : work()));
    const body = parseAnswer(answer);
    const authorize = async () => void (await callerOf(endpoint, request, authenticate));
    if (endpoint.file) return sendFile(reply, endpoint.file, body as FileAnswer, authorize);
    if (Array.isArray(body)) return send(reply, endpoint, body);
    return send(
      reply,
      endpoint,
      confirm ? { success: true, code: confirm, message: errorText(language, confirm), ...body } : { success: true, ...body },
    );
  };
  const answerTo = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await load.run(() => callerOf(endpoint, request, authenticate));
    if (!caller) return respond(request, reply, undefined);
    request.account = accountOf(caller);
    return inProgress.run(request.account, reply.raw, () => respond(request, reply, caller));
  };
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { endpoint, rateLimit: endpoint.access === 'public' && !isRead ? rateLimit : false },
    // HEAD would make the whole file and count it.
    exposeHeadRoute: !endpoint.file,
    onRequest: [inProgress.arrive, load.enqueue],
    ...(endpoint.body && { preParsing: async ({ headers }: FastifyRequest) => rejectUnreadableBody(headers) }),
    ...(isRead ? {} : { onSend: writes.count }),
    handler: (request, reply) => onOneDatabase(() => answerTo(request, reply)),
  });
}

async function callerOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller | AdminCaller | undefined> {
  if (endpoint.access === 'admin') return adminOf(endpoint.role, request, authenticate);
  if (endpoint.access === 'user') return authenticate('user', bearerOf(request), requestedLanguage(request));
  return endpoint.optionalAuth ? findCaller(request, authenticate) : undefined;
}

/** 403 for an administrator whose role does not allow the endpoint. The role is read with each request, so that a change applies at once. */
async function adminOf(role: AdminRole, request: FastifyRequest, authenticate: Authenticate): Promise<AdminCaller> {
  const admin = (await authenticate('admin', bearerOf(request))) as AdminCaller;
  request.account = accountOf(admin);
  if (!isAllowed(admin.role, role)) throw new AppError('adminApi.role');
  return admin;
}

async function inputOf(endpoint: Endpoint, request: FastifyRequest): Promise<Partial<HandlerRequest<Endpoint>>> {
  const params = endpoint.params ? parseInput(endpoint, 'params', request.params) : undefined;
  const query = endpoint.query ? parseInput(endpoint, 'query', request.query) : undefined;
  const key = endpoint.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : undefined;
  if (endpoint.upload && !request.isMultipart()) throw new AppError('api.415');
  if (endpoint.upload) return { params, query, upload: await openUpload(request, endpoint.upload) } as object;
  if (request.isMultipart() && !endpoint.image) throw new AppError('api.415');
  if (!endpoint.body) return { params, query } as Partial<HandlerRequest<Endpoint>>;
  const form = endpoint.image && request.isMultipart() ? await readMultipart(request) : undefined;
  const isImageMissing = endpoint.image === 'required' && !form?.image;
  const sent = form ? form.fields : request.body;
  const body = parseInput(endpoint, 'body', sent, isImageMissing);
  const idempotencyKey = key && { key, requestHash: requestHashOf([endpoint.method, endpoint.path, params, sent], form?.image) };
  return { params, query, body, image: form?.image, idempotencyKey } as Partial<HandlerRequest<Endpoint>>;
}

/** Aborted when the client disconnects. That of Fastify is also aborted when the body of the request has been read. */
function whileConnected(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

interface FileAnswer {
  name: string;
  parts: AsyncIterable<string | Uint8Array>;
  /** Size in bytes, if known. */
  size?: number;
}

const CONTENT_TYPES: Record<NonNullable<Endpoint['file']>, string> = {
  'application/pdf': 'application/pdf',
  'application/zip': 'application/zip',
  'text/csv': 'text/csv; charset=utf-8',
};

/** A long list must not go on after its caller has lost the session or the role. */
async function* whileAuthorized(parts: FileAnswer['parts'], authorize: () => Promise<void>): FileAnswer['parts'] {
  for await (const part of parts) {
    await authorize();
    yield part;
  }
}

/** A finished file as it is; parts are read as the client takes them. If one fails, the connection is cut, so that the file is not complete. */
const contentOf = ({ parts }: FileAnswer, authorize: () => Promise<void>): Readable =>
  parts instanceof Readable ? parts : Readable.from(whileAuthorized(parts, authorize), { highWaterMark: 1 });

/** Sends a file to be saved under its name (RFC 6266); `encodeURIComponent` leaves some characters that the header does not allow. */
function sendFile(
  reply: FastifyReply,
  mediaType: NonNullable<Endpoint['file']>,
  file: FileAnswer,
  authorize: () => Promise<void>,
): FastifyReply {
  const encoded = encodeURIComponent(file.name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  if (file.size !== undefined) reply.header('content-length', file.size);
  return reply
    .header('content-type', CONTENT_TYPES[mediaType])
    .header('content-disposition', `attachment; filename*=UTF-8''${encoded}`)
    .send(contentOf(file, authorize));
}

/** Serializes the body here, so that Fastify does not process the already parsed response again. */
function send(reply: FastifyReply, endpoint: Endpoint, body: unknown): FastifyReply {
  return reply
    .code(endpoint.status ?? 200)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
