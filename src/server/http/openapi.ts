import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint, Schema } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { THUMBNAIL_WIDTHS } from '#contract/images.ts';

const SHARED: ErrorCode[] = ['api.400', 'api.413', 'api.415', 'api.503'];
const SIGNED_IN: ErrorCode[] = ['api.401', 'api.403'];
const REF_FAILURE = { $ref: '#/components/schemas/Failure' };
const BINARY = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };

type Json = Record<string, unknown>;

/** Generates the OpenAPI 3.1 document from the contract, which routes and browser use too. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(ALL_ENDPOINTS)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  paths['/api/images/{imageId}'] = { get: imageOperation() };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carnet',
      version: '1',
      description:
        'The service book for your vehicles. Every failure has the body Failure: `code` is a key of the error catalogue, `message` its text in the language given by ?lang= or Accept-Language. The writes of one account are limited per minute, public writes per network address: 429 with Retry-After.',
    },
    paths,
    components: {
      securitySchemes: { user: { type: 'http', scheme: 'bearer' }, admin: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failureSchema() },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  const body = endpoint.body ? requestBody(endpoint, endpoint.body) : {};
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    ...securityOf(endpoint),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query), ...headers(endpoint)],
    ...body,
    responses: { [endpoint.status ?? 200]: success(endpoint), ...failures(endpoint) },
  };
}

/** Images are served as bytes by a separate route (images.ts), not by an endpoint of the contract. */
function imageOperation(): Json {
  return {
    operationId: 'getImage',
    summary: 'Get a photo of a vehicle or profile, or the image of an advert. An image never changes; a new one has another id.',
    tags: ['images'],
    parameters: [
      { name: 'imageId', in: 'path', required: true, schema: { type: 'string', pattern: '^[\\w-]{22}$' } },
      {
        name: 'width',
        in: 'query',
        required: false,
        description: 'Scales the image down to cover a box of this width and three quarters of the height. Without it: the full size.',
        schema: { type: 'integer', enum: THUMBNAIL_WIDTHS },
      },
    ],
    responses: {
      200: { description: 'The image.', content: { 'image/jpeg': BINARY, 'image/png': BINARY, 'image/gif': BINARY, 'image/webp': BINARY } },
      ...failureResponses(['api.400', 'api.id', 'imageApi.404', 'imageApi.500', 'api.503']),
    },
  };
}

function securityOf({ access, optionalAuth: isAuthOptional }: Endpoint): Json {
  if (access !== 'public') return { security: [{ [access]: [] }] };
  return isAuthOptional ? { security: [{}, { user: [] }] } : {};
}

const jsonSchema = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  return rest;
};

function parameters(place: 'path' | 'query', schema: Schema | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function headers(endpoint: Endpoint): Json[] {
  if (!endpoint.idempotent) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', minLength: 8, maxLength: 100 },
      description: 'Requests repeated with the same key create only one item.',
    },
  ];
}

function requestBody(endpoint: Endpoint, body: Schema): Json {
  const schema = jsonSchema(body, 'input') as { properties?: Json; required?: string[] };
  if (!endpoint.image) return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  const withImage = {
    ...schema,
    properties: { ...schema.properties, image: { type: 'string', format: 'binary' } },
    required: [...(schema.required ?? []), ...(endpoint.image === 'required' ? ['image'] : [])],
  };
  const content = {
    'multipart/form-data': { schema: withImage },
    ...(endpoint.image === 'optional' ? { 'application/json': { schema } } : {}),
  };
  return { requestBody: { required: true, content } };
}

function success(endpoint: Endpoint): Json {
  if (endpoint.file) return { description: 'The file; `Content-Disposition` has its name.', content: { [endpoint.file]: BINARY } };
  const schema = jsonSchema(endpoint.answer, 'output') as { type?: string; properties?: Json; required?: string[] };
  if (schema.type !== 'object') return { description: 'Success.', content: { 'application/json': { schema } } };
  const confirmation = endpoint.successCode ? { code: { type: 'string', const: endpoint.successCode }, message: { type: 'string' } } : {};
  const properties = { success: { type: 'boolean', const: true }, ...confirmation, ...schema.properties };
  return {
    description: 'Success.',
    content: {
      'application/json': {
        schema: { ...schema, properties, required: ['success', ...Object.keys(confirmation), ...(schema.required ?? [])] },
      },
    },
  };
}

function failures(endpoint: Endpoint): Json {
  const codes = [
    ...new Set([
      ...endpoint.errors,
      endpoint.unexpectedError,
      ...SHARED,
      ...(endpoint.access === 'public' ? [] : SIGNED_IN),
      ...(endpoint.method !== 'GET' ? ['api.429' as const] : []),
      ...(endpoint.idempotent ? ['api.idempotencyKey' as const] : []),
      ...(endpoint.params ? ['api.id' as const] : []),
      ...(endpoint.body ? [endpoint.validationError ?? ('api.validation' as const)] : []),
    ]),
  ];
  return failureResponses(codes, endpoint.masksErrorCodes && endpoint.unexpectedError);
}

/** One response per status; `only` is the error code of an endpoint with `masksErrorCodes`. */
function failureResponses(codes: readonly ErrorCode[], only?: ErrorCode | false): Json {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, keys]) => [
      status,
      {
        description: only || keys.join(', '),
        content: { 'application/json': { schema: REF_FAILURE } },
      },
    ]),
  );
}

function failureSchema(): Json {
  const fieldError = {
    type: 'object',
    properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
    required: ['field', 'code', 'message'],
  };
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', const: false },
      code: { type: 'string', enum: Object.keys(ERRORS) },
      message: { type: 'string' },
      requestId: { type: 'string' },
      errors: { type: 'array', items: fieldError },
    },
    required: ['success', 'code', 'message', 'requestId'],
  };
}
