import type { Method } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { errorText } from '../texts.ts';
import type { Json } from './openapi-schemas.ts';

const ref = (kind: 'schemas' | 'parameters' | 'headers', name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

export const BINARY: Json = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };

const ACCEPT_LANGUAGE = ref('parameters', 'AcceptLanguage');
const LANGUAGE_PARAMETERS = [ref('parameters', 'Lang'), ACCEPT_LANGUAGE];

/** The parameters of an operation of the API with the language of messages; its own `lang` in the query replaces the common one. */
export const withLanguage = (parameters: Json[]): Json[] => [
  ...parameters,
  ...(parameters.some(({ name, in: place }) => name === 'lang' && place === 'query') ? [ACCEPT_LANGUAGE] : LANGUAGE_PARAMETERS),
];
export const IDEMPOTENCY_KEY = ref('parameters', 'IdempotencyKey');

const REQUEST_ID = { 'X-Request-Id': ref('headers', 'RequestId') };
const RETRY_AFTER = { 'Retry-After': ref('headers', 'RetryAfter') };
const RATE_LIMIT = {
  'X-RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': ref('headers', 'RateLimitReset'),
};
/** Locks and waits whose status is neither 429 nor 503. */
const WAITS: readonly ErrorCode[] = [
  'api.loginUser.403',
  'adminApi.403',
  'api.code.locked',
  'carsApi.restoreEarly',
  'carsApi.restoreLimit',
];

interface Caller {
  access: 'public' | 'user' | 'admin';
  method: Method;
}

/** Headers of every answer of an operation; public writes are counted per network address. */
export const headersOf = ({ access, method }: Caller): Json =>
  access === 'public' && method !== 'GET' ? { ...REQUEST_ID, ...RATE_LIMIT } : REQUEST_ID;

/** One response per status; `only` is the error code of an endpoint with `masksErrorCodes`. */
export function failureResponses(caller: Caller, codes: readonly ErrorCode[], only?: ErrorCode | false): Json {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, keys]) => {
      const mayWait = status === 429 || status === 503 || keys.some((code) => WAITS.includes(code));
      return [
        status,
        {
          description: only || keys.join(', '),
          headers: { ...headersOf(caller), ...(mayWait && RETRY_AFTER) },
          content: { 'application/json': { schema: ref('schemas', 'Failure') } },
        },
      ];
    }),
  );
}

function failureSchema(): Json {
  const fieldError = {
    type: 'object',
    properties: {
      field: { type: 'string', description: 'Path of the field in the body, such as `email` or `0.price`.' },
      code: { type: 'string' },
      message: { type: 'string' },
    },
    required: ['field', 'code', 'message'],
  };
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', enum: [false] },
      code: { type: 'string', enum: Object.keys(ERRORS) },
      message: { type: 'string', description: 'The text of the code in the language of the request.' },
      requestId: { type: 'string', description: 'As in the header X-Request-Id; the log of the server names it.' },
      errors: { type: 'array', items: fieldError, description: 'The invalid fields.' },
      data: {
        type: 'object',
        description:
          'With `entriesApi.doubtful`: the `reasons` (`higher`, `lower`, `beforeYear`), and the readings `before` and `after` the doubtful one. With `planApi.whichOccurrence`: the `choices`, each an `occurrence` and what is due `next`. With `api.changed`: the stored values of what `seen` names.',
      },
    },
    required: ['success', 'code', 'message', 'requestId'],
    examples: [
      {
        success: false,
        code: 'api.validation',
        message: errorText('en', 'api.validation'),
        requestId: '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
        errors: [{ field: 'email', code: 'validation.email', message: errorText('en', 'validation.email') }],
      },
    ],
  };
}

const seconds = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } });

/** The components that operations refer to. */
export const components = (): Json => ({
  securitySchemes: {
    user: { type: 'http', scheme: 'bearer', description: 'The `token` of `login`.' },
    admin: { type: 'http', scheme: 'bearer', description: 'The `tokenAdmin` of `adminLogin`.' },
  },
  schemas: { Failure: failureSchema() },
  parameters: {
    Lang: {
      name: 'lang',
      in: 'query',
      description: 'Language of messages; overrides Accept-Language. Without either: `ua`.',
      schema: { type: 'string', enum: LANGUAGES },
    },
    AcceptLanguage: {
      name: 'Accept-Language',
      in: 'header',
      description: 'Language of messages, as browsers send it or `ua`, `ru`, `en`.',
      schema: { type: 'string' },
      example: 'uk,en;q=0.8',
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Printable ASCII characters without spaces. A request that is repeated with the same key and content creates only one item; the key of another request is a 409.',
      schema: { type: 'string', minLength: 8, maxLength: 100, pattern: '^[\\x21-\\x7e]+$' },
    },
  },
  headers: {
    RequestId: {
      description:
        'Id of the request in the log; also `requestId` of a failure. A trusted proxy may give it in the header of the same name.',
      schema: { type: 'string' },
    },
    RetryAfter: seconds('Seconds until a repeated request can succeed. Sent with 429 and 503, and while something is locked.'),
    RateLimitLimit: seconds('Public writes per minute allowed from the network address.'),
    RateLimitRemaining: seconds('Public writes left in this minute.'),
    RateLimitReset: seconds('Seconds until the minute ends.'),
  },
});
