import { ALL_ENDPOINTS } from '#contract/all.ts';
import { THUMBNAIL_WIDTHS } from '#contract/images.ts';
import { operation } from './openapi-operations.ts';
import type { Json } from './openapi-schemas.ts';
import { BINARY, components, failureResponses, headersOf, withLanguage } from './openapi-shared.ts';

/** Descriptions by the second part of the path: /api/<tag>. */
const TAGS: Record<string, string> = {
  users: 'Registration, login, and the account of the user.',
  plan: 'What is due soon in the plans of all vehicles.',
  vehicles: 'Vehicles of the user, with their records, notes, statistics and reports.',
  records: 'Search in the records of all vehicles.',
  reports: 'Several vehicles as one PDF.',
  statistics: 'Costs of all vehicles, visits of the home page, and revenue.',
  prices: 'Prices of the tariffs.',
  orders: 'Orders of paid tariffs.',
  payments: 'Payment details, and whether tariffs can be ordered.',
  advertising: 'Adverts of the banner.',
  feedback: 'The contact form.',
  admin: 'Users, orders, emails and the audit log, for administrators.',
  export: 'Everything that an account keeps, as one file.',
  imports: 'What other programs or accounts have exported.',
  images: 'Photos of vehicles and profiles, and images of adverts.',
  health: 'For load balancers and monitoring.',
};

const READ = { access: 'public', method: 'GET' } as const;
const WRITE = { access: 'public', method: 'POST' } as const;
const doneWith = (properties: Json = {}): Json => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: { success: { type: 'boolean', const: true }, ...properties },
      required: ['success', ...Object.keys(properties)],
    },
  },
});
const DONE = doneWith();
const READY = doneWith({ canWrite: { type: 'boolean', description: 'Whether the database takes writes, as far as the process knows.' } });

/** Images are served as bytes by a separate route (images.ts), not by an endpoint of the contract. */
const getImage = (): Json => ({
  operationId: 'getImage',
  summary: 'Get a photo of a vehicle or profile, or the image of an advert',
  description: 'An image never changes; a new one has another id. The id is unguessable.\n\nNeeds no token.',
  tags: ['images'],
  security: [],
  parameters: withLanguage([
    { name: 'imageId', in: 'path', required: true, schema: { type: 'string', pattern: '^[\\w-]{22}$' } },
    {
      name: 'width',
      in: 'query',
      required: false,
      description: 'Scales the image down to cover a box of this width and three quarters of the height. Without it: the full size.',
      schema: { type: 'integer', enum: THUMBNAIL_WIDTHS },
    },
  ]),
  responses: {
    200: {
      description: 'The image.',
      headers: { ...headersOf(READ), ETag: { description: 'For If-None-Match.', schema: { type: 'string' } } },
      content: { 'image/jpeg': BINARY, 'image/png': BINARY, 'image/gif': BINARY, 'image/webp': BINARY },
    },
    304: { description: 'The image of If-None-Match.', headers: headersOf(READ) },
    ...failureResponses(READ, ['api.400', 'api.id', 'imageApi.404', 'imageApi.500', 'api.503']),
  },
});

/** Describes the route of webhook.ts. */
const receiveCardMessage = (): Json => ({
  operationId: 'receiveCardMessage',
  summary: 'Receive a message of the card service',
  description:
    'For Stripe, whose signature covers the bytes of the body; repeated messages change nothing. 404 while card payment is off.\n\nNeeds no token.',
  tags: ['payments'],
  security: [],
  parameters: [
    { name: 'Stripe-Signature', in: 'header', required: true, description: 'Time and signature of the body.', schema: { type: 'string' } },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', description: 'An event of Stripe.' } } } },
  responses: {
    200: { description: 'The message is stored, or not of interest.', headers: headersOf(WRITE), content: DONE },
    ...failureResponses(WRITE, ['api.400', 'cardApi.signature', 'api.404', 'api.413', 'api.429', 'cardApi.500', 'api.503']),
  },
});

/** Describes a route of health.ts. */
const health = (operationId: string, summary: string, description: string, failures: Json, content = DONE): Json => ({
  operationId,
  summary,
  description: `${description}\n\nNeeds no token.`,
  tags: ['health'],
  security: [],
  responses: { 200: { description: 'Success.', headers: headersOf(READ), content }, ...failures },
});

const healthPaths = (): Record<string, Json> => ({
  '/healthz': { get: health('getLiveness', 'Check that the process responds', 'Reads nothing.', failureResponses(READ, ['api.400'])) },
  '/readyz': {
    get: health(
      'getReadiness',
      'Check that the process can serve requests',
      'Asks the database.',
      failureResponses(READ, ['api.400', 'carsApi.unknownError', 'api.503']),
      READY,
    ),
  },
});

function pathsOfContract(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(ALL_ENDPOINTS)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return paths;
}

/** Generates the OpenAPI 3.1 document from the contract, which routes and browser use too. */
export function openApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carnet',
      version: '1',
      summary: 'The service book for your vehicles.',
      description: [
        'Every failure has the body Failure: `code` is a key of the error catalogue, `message` its text in the language given by `lang` or Accept-Language.',
        'Times are ISO 8601 in UTC, days are YYYY-MM-DD. Ids are positive integers.',
        'The writes of one account are limited per minute, public writes per network address: 429 with Retry-After.',
      ].join('\n\n'),
      contact: { name: 'Carnet, by the form at /contact' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The server of this document.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: {
      ...pathsOfContract(),
      '/api/images/{imageId}': { get: getImage() },
      '/api/payments/webhook': { post: receiveCardMessage() },
      ...healthPaths(),
    },
    components: components(),
  };
}
