import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NODE_ENV } from '#tests/support/server.ts';

const MODULE = join(import.meta.dirname, '..', 'support', 'bound-program.ts');
/** A program that never ends by itself. Its standard output is that of the process that starts it. */
const PROGRAM = "console.log('started'); setInterval(() => undefined, 60_000);";
const STARTER = `
  import { spawnBound } from ${JSON.stringify(MODULE)};
  spawnBound(process.execPath, ['--eval', ${JSON.stringify(PROGRAM)}], { outputs: ['inherit', 'inherit'] });
`;

test('a program that a test has started ends when the process of the test is killed', async () => {
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', STARTER], {
    env: NODE_ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(String(await once(starter.stdout, 'data'))).toContain('started');
  starter.kill('SIGKILL');
  // It ends when no process has the output open any more.
  await once(starter.stdout, 'end');
});
