import {
  type Answer,
  type BodyInput,
  type CalledEndpoint,
  type Endpoint,
  type Params,
  pathOf,
  type QueryInput,
} from '#contract/endpoint.ts';
import type { FieldError } from '#contract/errors.ts';
import { currentLanguage } from '../i18n/browser-texts.ts';
import { currentAdminToken, currentSession, endAdminSession, isRenewed } from './session.ts';

/** Milliseconds for a request and its response, not counting the upload of a photo. */
const TIMEOUT = 30_000;
/** Milliseconds for a file, which the server may take a minute to make. */
const FILE_TIMEOUT = 300_000;
/** Bytes per millisecond: 32 kbit/s. At this rate the largest photo takes less than the REQUEST_TIMEOUT of the server. */
const SLOWEST_UPLOAD = 4;

export interface CallFailure {
  success: false;
  /** A key of the error catalogue, or client.network, client.timeout or client.aborted (status 0). */
  code: string;
  status: number;
  /** The server's text, shown if this release of the client does not know the code. */
  message: string;
  requestId?: string;
  errors?: FieldError[];
  /** With some codes, details of the failure, as described in the contract. */
  data?: unknown;
  /** Seconds, from the Retry-After header of a 429 or 503. */
  retryAfter?: number;
}

interface ReceivedFile {
  /** The Content-Disposition header. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An answer that is a bare array is in `data`. */
type Received<E extends Endpoint> = E['file'] extends string
  ? ReceivedFile
  : Answer<E> extends readonly unknown[]
    ? { data: Answer<E> }
    : Answer<E>;
export type CallSuccess<E extends Endpoint> = Received<E> & { success: true; code?: string; message?: string };
export type CallResult<E extends Endpoint> = CallSuccess<E> | CallFailure;

/** A property that the endpoint does not have, or that it does not require, may be missing. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value };

interface CommonOptions {
  /** Only for endpoints with an `image` or an `upload`. */
  image?: Blob | undefined;
  signal?: AbortSignal | undefined;
  /** The same for all attempts, so that a repeated request creates one item; from `useAttemptKey` or `newAttemptKey`. */
  idempotencyKey?: string;
  /** Lets the request finish after the page is closed, as in `fetch`. */
  keepalive?: boolean;
}
export type CallOptions<E extends Endpoint> = CommonOptions &
  Part<'params', Params<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>>;

/** The options of any endpoint. */
interface AnyOptions extends CommonOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}
type AnyResult = { success: true; [name: string]: unknown } | CallFailure;

/** Called when the server rejects the user's token. Resolves to true after a new login of the same user; the request is then repeated. */
type Expired = () => Promise<boolean>;
let onExpired: Expired = async () => false;
export function setExpiredHandler(handler: Expired): void {
  onExpired = handler;
}

let onWrite = (): void => undefined;
/** `handler` is called after each successful write of the user. */
export function setWriteHandler(handler: () => void): void {
  onWrite = handler;
}

/**
 * Calls an endpoint of the API. Resolves to a success with the response body, or to a failure with its code; failures are logged.
 * Rejects only for a programming error.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  ...options: Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]
): Promise<CallResult<E>>;
export function call(endpoint: CalledEndpoint, ...[options = {}]: readonly unknown[]): Promise<unknown> {
  return request(endpoint, options as AnyOptions);
}

async function request(endpoint: CalledEndpoint, options: AnyOptions): Promise<AnyResult> {
  const token = tokenFor(endpoint);
  const result = await send(endpoint, options, token);
  if (result.success && endpoint.access === 'user' && endpoint.method !== 'GET') onWrite();
  if (!result.success && result.code !== 'client.aborted')
    console.warn(`${endpoint.method} ${endpoint.path}: ${result.status} ${result.code} ${result.requestId ?? ''}`);
  if (!result.success && result.status === 401 && token) return unauthorized(endpoint, options, token, result);
  return result;
}

async function unauthorized(endpoint: CalledEndpoint, options: AnyOptions, token: string, failure: CallFailure): Promise<AnyResult> {
  // The admin panel shows its own login dialog.
  if (endpoint.access === 'admin') {
    if (token === tokenFor(endpoint)) endAdminSession(failure.code);
    return failure;
  }
  // A token stored by another tab may belong to another user; do not repeat the request with it.
  const isSameUser = token === tokenFor(endpoint) ? await onExpired() : isRenewed();
  return isSameUser ? request(endpoint, options) : failure;
}

function tokenFor({ access, optionalAuth: isAuthOptional }: CalledEndpoint): string | undefined {
  if (access === 'admin') return currentAdminToken() ?? undefined;
  return access === 'user' || isAuthOptional ? currentSession()?.token : undefined;
}

async function send(endpoint: CalledEndpoint, options: AnyOptions, token: string | undefined): Promise<AnyResult> {
  const address = addressOf(endpoint, options);
  const { keepalive = false } = options;
  const init = { method: endpoint.method, headers: headersOf(endpoint, options, token), body: bodyOf(endpoint, options), keepalive };
  const timeout = (endpoint.file || endpoint.upload ? FILE_TIMEOUT : TIMEOUT) + (options.image?.size ?? 0) / SLOWEST_UPLOAD;
  const deadline = startDeadline(timeout, options.signal);
  const received = await receive(address, { ...init, signal: deadline.signal, credentials: 'omit' }, endpoint.file);
  deadline.stop();
  if (received) return parse(received);
  const code = options.signal?.aborted ? 'client.aborted' : deadline.signal.aborted ? 'client.timeout' : 'client.network';
  return { success: false, code, status: 0, message: '' };
}

/** An AbortSignal that aborts with `signal`, or after `milliseconds`. `AbortSignal.any` is missing in Safari before 17.4. */
function startDeadline(milliseconds: number, signal: AbortSignal | undefined): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const stop = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, stop };
}

interface Reply {
  response: Response;
  /** Bytes of a file, otherwise text. */
  content: string | Uint8Array;
}

/** Undefined if no complete response arrived: no connection, aborted, or cut off. */
async function receive(address: string, init: RequestInit, file: Endpoint['file']): Promise<Reply | undefined> {
  try {
    const response = await fetch(address, init);
    return { response, content: response.ok && file ? new Uint8Array(await response.arrayBuffer()) : await response.text() };
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parse({ response, content }: Reply): AnyResult {
  const { headers } = response;
  // The name of a file is still encoded in its header.
  if (typeof content !== 'string') return { success: true, name: headers.get('content-disposition'), bytes: content };
  const body = parseJson(content);
  if (response.ok && body !== undefined) return { ...(Array.isArray(body) ? { data: body } : (body as object)), success: true };
  // An error page of a proxy is not JSON; only its status is used.
  const failure = (typeof body === 'object' && body !== null ? body : {}) as Partial<CallFailure>;
  const retryAfter = Number(headers.get('retry-after'));
  return {
    code: 'carsApi.unknownError',
    message: '',
    ...failure,
    success: false,
    status: response.status,
    ...(retryAfter > 0 && { retryAfter }),
  };
}

function addressOf(endpoint: CalledEndpoint, { params, query }: AnyOptions): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return pathOf(endpoint, params) + (text && `?${text}`);
}

function headersOf(endpoint: CalledEndpoint, options: AnyOptions, token: string | undefined): Headers {
  const headers = new Headers({ 'Accept-Language': currentLanguage() });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (options.body !== undefined && !endpoint.image) headers.set('Content-Type', 'application/json');
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  return headers;
}

function bodyOf(endpoint: CalledEndpoint, { body, image }: AnyOptions): FormData | string | null {
  if (!endpoint.image && !endpoint.upload) return body === undefined ? null : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== undefined) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  // Last, so that the server reads the fields before the file.
  if (image) form.set(endpoint.upload ?? 'image', image);
  return form;
}
