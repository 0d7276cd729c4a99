import type { Endpoint, Schema } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { LANGUAGES } from '#contract/languages.ts';
import type { AdminRole } from '#contract/roles.ts';
import { errorText } from '../texts.ts';
import { EXAMPLES } from './openapi-examples.ts';
import { type Json, jsonSchema } from './openapi-schemas.ts';
import { BINARY, failureResponses, headersOf, IDEMPOTENCY_KEY, withLanguage } from './openapi-shared.ts';

const SHARED: ErrorCode[] = ['api.400', 'api.413', 'api.415', 'api.503'];
const LOGIN_ERRORS: ErrorCode[] = ['api.401', 'api.403', 'api.busy'];

const TOKENS = { public: 'Needs no token.', user: 'Needs the token of a user.' };
const ROLES: Record<AdminRole, string> = {
  all: 'Needs the token of an administrator with the role `all`.',
  orders: 'Needs the token of an administrator, of any role.',
};
const tokenOf = (endpoint: Endpoint): string => (endpoint.access === 'admin' ? ROLES[endpoint.role] : TOKENS[endpoint.access]);

/** Descriptions of parameters by name, where the name means the same everywhere. */
const PARAMETERS: Record<string, string> = {
  vehicleId: 'Id of the vehicle.',
  recordId: 'Id of the record.',
  importId: 'Id of the import.',
  userId: 'Id of the user.',
  sessionId: 'Id of the session.',
  orderCode: 'Code of the order; spaces, hyphens and small letters are accepted.',
  page: 'Number of the page, from 1.',
  pageSize: 'Entries on a page.',
  q: 'Text to search for.',
  limit: 'Records on a page.',
  cursor: '`nextCursor` of the previous page, unchanged.',
  sort: 'Order of the records; `newest` by default.',
  at: 'Id of the record to start from.',
  except: 'Id of a record to leave out.',
  performedOn: 'Day of the new record, YYYY-MM-DD.',
  year: 'A year, YYYY.',
  from: 'First day of the period, included.',
  to: 'Last day of the period, included.',
  code: 'Code of the part.',
  ids: 'Ids of vehicles, separated by commas.',
  kind: 'Kinds of entries, separated by commas.',
  kinds: 'Kinds of entries in the file, separated by commas; work and reading by default.',
  prices: 'Whether the file contains prices and sums.',
  lang: 'Language of the data.',
};
/** The languages of data; required although the parser leaves the check to the service. */
const DATA_LANGUAGE = { required: true, description: 'Language of the data and of messages.', schema: { type: 'string', enum: LANGUAGES } };

/** The first statement of the text of the contract; the description has the whole text. */
const summaryOf = (text: string): string => text.split(/[:;.] |\.$/, 1)[0] ?? text;

function descriptionOf(endpoint: Endpoint): string {
  const { summary, optionalAuth: isAuthOptional, visitorLimit } = endpoint;
  const limit = visitorLimit ? ` Without a valid token: at most ${visitorLimit} requests per hour from a network address.` : '';
  return `${summary}\n\n${isAuthOptional ? 'The token of a user is optional.' : tokenOf(endpoint)}${limit}`;
}

export function operation(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: summaryOf(endpoint.summary),
    description: descriptionOf(endpoint),
    tags: [endpoint.path.split('/')[2]],
    security: securityOf(endpoint),
    parameters: withLanguage([
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ]),
    ...(endpoint.body && requestBody(endpoint, endpoint.body)),
    ...(endpoint.upload && uploadBody(endpoint.upload)),
    responses: { [endpoint.status ?? 200]: success(endpoint), ...failures(endpoint) },
  };
}

function securityOf({ access, optionalAuth: isAuthOptional }: Endpoint): Json[] {
  if (access !== 'public') return [{ [access]: [] }];
  return isAuthOptional ? [{}, { user: [] }] : [];
}

function parameters(place: 'path' | 'query', schema: Schema | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(PARAMETERS[name] && { description: PARAMETERS[name] }),
    schema: property,
    ...(name === 'lang' && place === 'query' && DATA_LANGUAGE),
  }));
}

function requestBody(endpoint: Endpoint, body: Schema): Json {
  const schema = jsonSchema(body, 'input') as { properties?: Json; required?: string[] };
  const example = EXAMPLES.get(endpoint)?.body;
  const json = { 'application/json': { schema, ...(example !== undefined && { example }) } };
  const isRequired = endpoint.method !== 'DELETE' || (schema.required?.length ?? 0) > 0;
  if (!endpoint.image) return { requestBody: { required: isRequired, content: json } };
  const withImage = {
    ...schema,
    properties: { ...schema.properties, image: { type: 'string', format: 'binary' } },
    required: [...(schema.required ?? []), ...(endpoint.image === 'required' ? ['image'] : [])],
  };
  const content = { 'multipart/form-data': { schema: withImage }, ...(endpoint.image === 'optional' ? json : {}) };
  return { requestBody: { required: true, content } };
}

const uploadBody = (field: string): Json => ({
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { type: 'object', properties: { [field]: { type: 'string', format: 'binary' } }, required: [field] },
      },
    },
  },
});

function success(endpoint: Endpoint): Json {
  const headers = headersOf(endpoint);
  if (endpoint.file) {
    const disposition = { description: '`attachment` with the name of the file (RFC 6266).', schema: { type: 'string' } };
    return { description: 'The file.', headers: { ...headers, 'Content-Disposition': disposition }, content: { [endpoint.file]: BINARY } };
  }
  const schema = jsonSchema(endpoint.answer, 'output') as { type?: string; properties?: Json; required?: string[] };
  if (schema.type !== 'object') return { description: 'Success.', headers, content: { 'application/json': { schema } } };
  const { successCode: code } = endpoint;
  const confirmation = code ? { code: { type: 'string', const: code }, message: { type: 'string' } } : {};
  const properties = { success: { type: 'boolean', const: true }, ...confirmation, ...schema.properties };
  const required = ['success', ...Object.keys(confirmation), ...(schema.required ?? [])];
  const answer = EXAMPLES.get(endpoint)?.answer as Json | undefined;
  const example = answer && { success: true, ...(code && { code, message: errorText('en', code) }), ...answer };
  return {
    description: 'Success.',
    headers,
    content: { 'application/json': { schema: { ...schema, properties, required }, ...(example && { example }) } },
  };
}

function failures(endpoint: Endpoint): Json {
  const codes = new Set<ErrorCode>([
    ...endpoint.errors,
    endpoint.unexpectedError,
    ...SHARED,
    ...(endpoint.access === 'public' ? [] : LOGIN_ERRORS),
    ...(endpoint.access === 'user' ? ['api.locked' as const] : []),
    ...(endpoint.role === 'all' ? ['adminApi.role' as const] : []),
    ...(endpoint.method !== 'GET' ? ['api.429' as const] : []),
    ...(endpoint.idempotent ? (['api.idempotencyKey', 'api.idempotencyKey.used'] as const) : []),
    ...(endpoint.params ? ['api.id' as const] : []),
    ...(endpoint.body ? [endpoint.validationError ?? ('api.validation' as const)] : []),
  ]);
  return failureResponses(endpoint, [...codes], endpoint.masksErrorCodes && endpoint.unexpectedError);
}
