import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode, Failure } from '#contract/errors.ts';
import { DEFAULT_LANGUAGE } from '#contract/languages.ts';
import { AppError } from '../app-error.ts';
import { isUnavailable } from '../db/errors.ts';
import { errorText } from '../texts.ts';
import { failureLog, type LogFailure } from './failure-log.ts';
import { languageOf } from './language.ts';
import { isRejection, rejectionLog } from './rejection-log.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes that are not in the contract set only `unexpectedError`, the error code for 500. */
    endpoint?: Pick<Endpoint, 'unexpectedError' | 'masksErrorCodes'>;
  }
}

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'api.400',
  401: 'api.401',
  // Thrown by @fastify/static for directories and paths outside its root. A 403 of the application is an AppError with its own code.
  403: 'api.404',
  404: 'api.404',
  413: 'api.413',
  415: 'api.415',
  503: 'api.503',
};
/** Seconds. */
const RETRY_AFTER = 5;

export interface FailureSettings {
  /** Whether log lines of rejections contain the network address; true by default. */
  hasAddress?: boolean;
  countRejection?: ((code: ErrorCode) => void) | undefined;
  logFailure?: LogFailure;
  /** Called for each request that fails because the database is unavailable. */
  onUnavailable?: (() => void) | undefined;
}

/** Adds the error and not-found handlers, which send every error in the same format and log it. */
export function addFailureHandlers(
  app: FastifyInstance,
  { hasAddress = true, countRejection, logFailure = failureLog(), onUnavailable }: FailureSettings = {},
): void {
  const logRejection = rejectionLog(hasAddress);
  app.setErrorHandler((error, request, reply) => {
    const failure = toAppError(error, request);
    if (isUnavailable(error)) onUnavailable?.();
    if (isRejection(failure)) {
      countRejection?.(failure.code);
      logRejection(request, failure);
    } else if (failure.status >= 500) {
      const fields = { requestId: request.id, url: request.routeOptions.url };
      logFailure({ log: request.log, level: 'error', error, message: failure.code, fields });
    }
    return sendFailure(request, reply, failure);
  });
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new AppError('api.404')));
}

const REASONS: Record<number, string> = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' };

/** Answers malformed HTTP, timeouts and oversized headers directly on the socket, because Node creates no request for them. */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const requestId = randomUUID();
  const failure: Failure = { success: false, code: 'api.400', message: errorText(DEFAULT_LANGUAGE, 'api.400'), requestId };
  const body = JSON.stringify(failure);
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    'Content-Type: application/json; charset=utf-8',
    'Connection: close',
    `X-Request-Id: ${requestId}`,
  ];
  socket.end(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const language = languageOf(request);
  const { endpoint } = request.routeOptions.config;
  const code = endpoint?.masksErrorCodes ? endpoint.unexpectedError : error.code;
  // A masked code still says that a limit is used up: its own text asks for a check of the fields.
  const message = errorText(language, error.status === 429 ? error.code : code);
  const body: Failure = { success: false, code, message, requestId: request.id };
  if (error.fields.length > 0) body.errors = error.fields.map(({ field, code }) => ({ field, code, message: errorText(language, code) }));
  if (error.data !== undefined) body.data = error.data;
  const retryAfter = error.retryAfter ?? (error.status === 503 ? RETRY_AFTER : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(error.status).send(body);
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return new AppError('api.503', { cause: error });
  const status = (error as { statusCode?: unknown }).statusCode;
  const shared = typeof status === 'number' && status < 600 ? BY_STATUS[status] : undefined;
  if (shared) return new AppError(shared, { cause: error });
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('api.400', { cause: error });
  return new AppError(request.routeOptions.config.endpoint?.unexpectedError ?? 'carsApi.unknownError', { cause: error });
}
