import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { AdminRole } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Who may call an endpoint: anyone, or the bearer of a user or admin token. */
export type Access = 'public' | 'user' | 'admin';
export type Schema = z.core.$ZodType;

/**
 * The single definition of an API endpoint. Route, access check, parsing, OpenAPI document and browser client are derived from it.
 * `answer` describes the success body without `success: true` and, where `successCode` is set, without `code` and `message`.
 */
interface EndpointParts {
  method: Method;
  /** With parameters in braces, as in OpenAPI: /api/vehicles/{vehicleId}. */
  path: `/${string}`;
  /** A public endpoint that also accepts a user token. A caller with an invalid token is treated as a visitor. */
  optionalAuth?: true;
  /** Requests per hour from one network address without a valid token; logged-in users are not counted. */
  visitorLimit?: number;
  /** Summary in the OpenAPI document; one line. */
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** The body is multipart/form-data with one image in the field `image`; with `optional`, a JSON body without it is accepted too. */
  image?: 'required' | 'optional';
  /** The body is multipart/form-data with one file in this field, which is kept on disk while it is read. */
  upload?: 'file';
  /** Takes seconds: ends when the client disconnects, and holds no place of other requests. */
  isLong?: true;
  /** Accepts the header Idempotency-Key, so that a repeated request creates only one item. */
  idempotent?: true;
  answer: Schema;
  /** A success is a file of this media type, sent instead of JSON; `answer` describes its `name`, its `parts` and, if known, its `size`. */
  file?: 'application/pdf' | 'application/zip' | 'text/csv';
  /** HTTP status of a success; 200 by default. */
  status?: 200 | 201;
  /** Key of the message that confirms a write, in locales/<lang>/errors.json. */
  successCode?: string;
  /** Error code for invalid input; `api.validation` by default. */
  validationError?: ErrorCode;
  /** Error code for unexpected errors (500). */
  unexpectedError: ErrorCode;
  /** Every failure carries the code of `unexpectedError`, whatever its status. */
  masksErrorCodes?: true;
  /** The other error codes of the endpoint, without those shared by all routes. */
  errors: readonly ErrorCode[];
}

/** Endpoints for administrators name the role that may call them: `orders` admits both roles, `all` only that one. */
export type Endpoint = EndpointParts & ({ access: 'public' | 'user'; role?: never } | { access: 'admin'; role: AdminRole });

/** What the browser reads of an endpoint. The build removes the rest from the browser code, with the schemas that only the rest uses. */
export const CALLED_PARTS = ['method', 'path', 'access', 'optionalAuth', 'image', 'upload', 'file'] as const;
export type CalledEndpoint = Pick<EndpointParts & { access: Access }, (typeof CALLED_PARTS)[number]>;

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Out<S> = S extends Schema ? z.core.output<S> : undefined;
type In<S> = S extends Schema ? z.core.input<S> : undefined;

export type Params<E extends Endpoint> = Out<E['params']>;
export type Query<E extends Endpoint> = Out<E['query']>;
export type Body<E extends Endpoint> = Out<E['body']>;
/** What may stand in a URL for a value: itself, or a number for any text. */
type InUrl<Value> = unknown extends Value
  ? string | number | undefined
  : Extract<Value, string | number | undefined> | (string extends Value ? number : never);
/** The query as the browser sends it: parsed values or their text; what the schema does not require may be missing. */
export type QueryInput<E extends Endpoint> = {
  [Name in keyof In<E['query']>]: InUrl<In<E['query']>[Name]> | InUrl<Out<E['query']>[Name & keyof Out<E['query']>]>;
};
/** The body as the browser sends it, before parsing. */
export type BodyInput<E extends Endpoint> = In<E['body']>;
export type Answer<E extends Endpoint> = z.core.output<E['answer']>;

/** Returns the path with URL-encoded parameters filled in. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: Record<string, string | number> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
