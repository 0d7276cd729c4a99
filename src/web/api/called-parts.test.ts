import { expect, test } from 'vitest';
import { CALLED_PARTS } from '#contract/endpoint.ts';

type Modules = Record<string, Record<string, unknown>>;
/** The files of the contract as the browser loads them, and as they are. */
const built: Modules = import.meta.glob(['../../contract/*.ts', '!../../contract/*.test.ts'], { eager: true });
const written: Modules = import.meta.glob(['../../contract/*.ts', '!../../contract/*.test.ts'], { eager: true, query: '?written' });

const isEndpoint = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'unexpectedError' in value;
const endpoints = Object.entries(written).flatMap(([path, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) && 'path' in value ? [{ name, value, file: path.replace('?written', '') }] : [],
  ),
);

test('the endpoints that the browser loads, as these tests do, have the parts that `call` reads, unchanged, and no others', () => {
  expect(endpoints.length).toBeGreaterThan(80);
  for (const { name, value, file } of endpoints) {
    const called = Object.fromEntries(CALLED_PARTS.flatMap((part) => (part in value ? [[part, value[part]]] : [])));
    expect(built[file]?.[name], name).toEqual(called);
  }
});
