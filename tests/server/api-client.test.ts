import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateSource } from 'oazapfts';
import { expect, onTestFinished, test } from 'vitest';
import { errorText } from '#server/texts.ts';
import { mailedCode } from '#tests/support/accounts.ts';
import { testApp } from '#tests/support/app.ts';
import { aPicture } from '#tests/support/builders.ts';
import { activatePayments } from '#tests/support/orders.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'tests', 'client');
const GENERATED = join(FOLDER, 'generated');
const run = promisify(execFile);

/** Not imported by its path: it imports the client that this test generates. */
type Flow = (settings: { url: string; image: Blob; codeFor: (email: string) => Promise<string> }) => Promise<unknown>;
const importFlow = async (): Promise<Flow> => (await import(/* @vite-ignore */ join(FOLDER, 'flow.ts'))).runFlow;

test('a client generated from the OpenAPI document compiles and registers, orders, and keeps a vehicle', async () => {
  await mkdir(GENERATED, { recursive: true });
  onTestFinished(() => rm(GENERATED, { recursive: true, force: true }));
  await writeFile(join(GENERATED, 'api.ts'), await generateSource(join(ROOT, 'docs', 'openapi.json')));
  const compiled = await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', FOLDER]).catch(({ stdout }) => ({ stdout }));
  expect(compiled.stdout).toBe('');

  const app = await testApp('sqlite');
  onTestFinished(() => app.close());
  await activatePayments(app);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const image = new Blob([await aPicture()], { type: 'image/jpeg' });
  const runFlow = await importFlow();
  expect(await runFlow({ url: `http://127.0.0.1:${port}`, image, codeFor: (email) => mailedCode(app, email) })).toEqual({
    amountDue: 9,
    rejection: ['api.validation', 'payment_months', errorText('en', 'validation.months')],
    statusLeft: undefined,
    recordIds: [expect.any(Number), expect.any(Number)],
    totalCost: 19.5,
  });
});
