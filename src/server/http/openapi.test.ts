import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { updatePrices } from '#contract/prices.admin.ts';
import { undocumented } from '#tests/support/documented.ts';
import { openApiDocument } from './openapi.ts';
import { EXAMPLES } from './openapi-examples.ts';
import type { Json } from './openapi-schemas.ts';

interface Operation {
  parameters?: { name?: string; in?: string; required?: boolean; description?: string; schema: Json }[];
  security: unknown[];
  requestBody?: Json;
  responses: Record<string, { headers?: Json }>;
}

const document = openApiDocument() as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ place: `${method} ${path}`, operation })),
);
const operationAt = (method: string, path: string): Operation => document.paths[path]?.[method] as Operation;
const parameter = (method: string, path: string, name: string) =>
  operationAt(method, path).parameters?.find((one) => one.name === name && one.in !== 'header');

/** Every schema of that type inside a value, with its place. */
function* schemasOf(value: unknown, type: string, place = ''): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if ([(value as Json).type].flat().includes(type)) yield [place, value as Json];
  for (const [key, child] of Object.entries(value)) yield* schemasOf(child, type, `${place}/${key}`);
}

describe('the OpenAPI document', () => {
  test('has the ids of paths as integers, as the answers have them', () => {
    const ids = operations
      .flatMap(({ operation }) => operation.parameters ?? [])
      .filter(({ in: place, name }) => place === 'path' && /^(?:vehicle|record|user)Id$/.test(name ?? ''));
    expect(ids.length).toBeGreaterThan(15);
    for (const { schema } of ids) expect(schema).toMatchObject({ type: 'integer', minimum: 1 });
    const vehicle = JSON.stringify(operationAt('get', '/api/vehicles/{vehicleId}').responses[200]);
    expect(vehicle).toContain('"id":{"type":"integer","minimum":1,');
  });

  test('has bounds for every number to send', () => {
    for (const { place, operation } of operations)
      for (const type of ['number', 'integer'])
        for (const [where, schema] of schemasOf([operation.parameters, operation.requestBody], type))
          if (!schema.enum && !schema.const) expect(schema, `${place} ${where}`).toMatchObject({ minimum: expect.any(Number) });
    const price = [...schemasOf(operationAt('post', '/api/vehicles/{vehicleId}/records').requestBody, 'number')].find(([where]) =>
      where.endsWith('/price'),
    );
    expect(price?.[1]).toMatchObject({ type: ['number', 'string'], minimum: 0, maximum: 999_999_999.99 });
    expect(JSON.stringify(operationAt('post', '/api/orders').requestBody)).toContain('"minimum":1,"maximum":12');
  });

  test('describes pages, and the language of data as a required choice', () => {
    expect(parameter('get', '/api/admin/orders', 'page')?.schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 999_999_999,
      default: 1,
    });
    expect(parameter('get', '/api/admin/orders', 'pageSize')).toMatchObject({
      description: expect.any(String),
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    });
    for (const path of ['/api/payments/payment', '/api/payments/get-active-payment'])
      expect(parameter('get', path, 'lang')).toMatchObject({ required: true, schema: { enum: ['ua', 'ru', 'en'] } });
  });

  test('describes the routes outside of the contract', () => {
    for (const [method, path] of [
      ['get', '/api/images/{imageId}'],
      ['post', '/api/payments/webhook'],
      ['get', '/healthz'],
      ['get', '/readyz'],
    ] as const)
      expect(operationAt(method, path)).toMatchObject({ security: [] });
  });

  test('names the headers of answers', () => {
    const headers = (status: number) => Object.keys(operationAt('post', '/api/users/login').responses[status]?.headers ?? {});
    expect(headers(200)).toEqual(['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']);
    expect(headers(403)).toContain('Retry-After');
    expect(headers(429)).toContain('Retry-After');
    expect(headers(401)).not.toContain('Retry-After');
  });

  test('has examples that the contract accepts', () => {
    for (const [{ body }, example] of EXAMPLES) if (body && example.body) expect(z.safeParse(body, example.body).success).toBe(true);
    expect(EXAMPLES.size).toBeGreaterThan(5);
  });

  test('has one operation per endpoint of the contract', () => {
    for (const { method, path } of Object.values(ALL_ENDPOINTS)) expect(operationAt(method.toLowerCase(), path), path).toBeDefined();
  });

  test('rejects an answer that it does not describe', () => {
    const answer = (body: unknown) => ({ status: 200, body, headers: {} });
    const good = { success: true, code: 'pricesApi.update.success', message: 'Saved.', data: [{ tariff: 'basic', price: 0 }] };
    expect(undocumented(updatePrices, answer(good))).toEqual([]);
    expect(undocumented(updatePrices, answer({ ...good, data: [{ tariff: 'basic', price: '0' }] }))).toEqual([
      '/data/0/price must be number',
    ]);
  });
});
