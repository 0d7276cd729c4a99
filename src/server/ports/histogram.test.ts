import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { histogram } from './histogram.ts';

const DEFINITION = { name: 'wait_seconds', help: 'Time of a wait.', labelNames: ['method', 'status'] as const, buckets: [0.01, 0.1, 1] };

test('a histogram is rendered like that of prom-client, with the same values at the edges of buckets', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const observe = histogram(ours, DEFINITION);
  const expected = new Histogram({ ...DEFINITION, registers: [theirs] });
  for (const value of [0, 0.0099, 0.01, 0.010001, 0.1, 0.5, 1, 1.0001, 60])
    for (const [method, status] of [
      ['GET', 200],
      ['GET', 404],
      ['POST', 200],
    ] as const) {
      observe(value, method, status);
      expected.observe({ method, status }, value);
    }
  expect(await ours.metrics()).toBe(await theirs.metrics());
});

test('an observation counts in all buckets whose upper bound is not below it', async () => {
  const registry = new Registry();
  const observe = histogram(registry, { ...DEFINITION, labelNames: [] });
  for (const value of [0.01, 0.1, 0.1, 2]) observe(value);
  expect((await registry.metrics()).trim().split('\n').slice(2)).toEqual([
    'wait_seconds_bucket{le="0.01"} 1',
    'wait_seconds_bucket{le="0.1"} 3',
    'wait_seconds_bucket{le="1"} 3',
    'wait_seconds_bucket{le="+Inf"} 4',
    'wait_seconds_sum 2.21',
    'wait_seconds_count 4',
  ]);
});
