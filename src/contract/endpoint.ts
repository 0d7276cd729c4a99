import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Who may call: everyone, or the bearer of a token of that kind. */
export type Access = 'public' | 'user' | 'admin';
export type Schema = z.core.$ZodType;

/**
 * One call of the API, written once: route, access check, parsing, OpenAPI document and browser call are derived from it.
 * `answer` is what a success carries beside `success: true` (and beside `code` and `message` where `done` is set).
 */
export interface Endpoint {
  method: Method;
  /** With parameters in braces, as OpenAPI writes them: /api/vehicles/{vehicleId}. */
  path: `/${string}`;
  access: Access;
  /** A public call that treats signed-in users otherwise: it may carry a user's token; a bad one makes a visitor of its bearer. */
  optionalAuth?: true;
  /** How often an hour visitors from one network address may make this call; signed-in users are not counted. */
  visitorLimit?: number;
  /** One line for the OpenAPI document. */
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** The body is multipart/form-data and may carry one image in the field `image`. */
  image?: 'required' | 'optional';
  /** Takes the header Idempotency-Key, so that a repeated request makes one thing. */
  idempotent?: true;
  answer: Schema;
  /** Status of success, 200 unless told. */
  status?: 200 | 201;
  /** Key of the text that confirms a write; the texts are in locales/<lang>/errors.json. */
  successCode?: string;
  /** Key for input that breaks a rule, `api.validation` unless told. */
  validationError?: ErrorCode;
  /** Key for what the server did not foresee (500). */
  unexpectedError: ErrorCode;
  /** Every failure carries the key of `failure`, whatever its status. */
  masksErrorCodes?: true;
  /** Every other key that the endpoint can answer with; those shared by all routes are left out. */
  errors: readonly ErrorCode[];
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Out<S> = S extends Schema ? z.core.output<S> : undefined;
type In<S> = S extends Schema ? z.core.input<S> : undefined;

export type Params<E extends Endpoint> = Out<E['params']>;
export type Query<E extends Endpoint> = Out<E['query']>;
export type Body<E extends Endpoint> = Out<E['body']>;
/** What the browser sends: the body before parsing. */
export type BodyInput<E extends Endpoint> = In<E['body']>;
export type Answer<E extends Endpoint> = z.core.output<E['answer']>;

/** The path with its parameters filled in, encoded. */
export function pathOf(endpoint: Endpoint, params: Record<string, string | number> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
