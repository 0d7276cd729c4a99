import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { DATABASES } from '#tests/support/app.ts';
import { aDatabase, PROJECT, request, startOn } from '#tests/support/processes.ts';
import { builtCommand, NODE_ENV } from '#tests/support/server.ts';

const run = promisify(execFile);

test.each(DATABASES)('with REGISTRATION=closed on %s nobody can register, and the command creates accounts', async (kind) => {
  const database = await aDatabase(kind);
  const server = await startOn(database, { REGISTRATION: 'closed' });
  onTestFinished(async () => {
    await server.stop();
    await database.remove();
  });
  const email = 'olena@example.com';
  const user = (...args: string[]) =>
    run(process.execPath, [builtCommand('user'), ...args], { cwd: PROJECT, env: { ...NODE_ENV, ...database.env } });

  const closed = { status: 403, body: { code: 'api.registration.closed' } };
  expect(await request(server, 'POST', '/api/users/send-code', { body: { email } })).toMatchObject(closed);
  const { stdout } = await user(email.toUpperCase(), 'Olena', 'Koval', '--language', 'en');
  const [, password = ''] = /^user: olena@example\.com, password (\S+) /.exec(stdout) ?? [];
  const login = await request(server, 'POST', '/api/users/login', { body: { email, password } });
  expect(login).toMatchObject({ status: 200, body: { tariff: 'basic' } });
  const { token } = login.body as { token: string };
  expect((await request(server, 'GET', '/api/users/user', { token })).body).toMatchObject({
    data: { first_name: 'Olena', last_name: 'Koval' },
  });

  await expect(user(email, 'Olena', 'Koval')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('already has an account') });
  for (const args of [[email], ['olena', 'Olena', 'Koval'], [email, 'Olena', 'Koval', '--language', 'de'], [email, 'O', 'K', 'x']])
    await expect(user(...args), args.join()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Name the user') });
  await expect(user(email, '1', 'Koval')).rejects.toMatchObject({ stderr: expect.stringMatching(/^firstName: Letters only/) });
});
