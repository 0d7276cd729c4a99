import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { anEmail, NEW_PASSWORD, otherThan, PASSWORD, registrationBody, resetBody } from '#tests/support/accounts.ts';
import { DATABASES } from '#tests/support/app.ts';
import { aDatabase, PROJECT, request, startOn } from '#tests/support/processes.ts';

const POLL_INTERVAL = 20;
const DEADLINE = 10_000;

/** The code of the newest email, once `count` emails with a code have been written. */
async function mailedCode(folder: string, count: number): Promise<string> {
  const outbox = join(folder, 'outbox');
  for (const deadline = Date.now() + DEADLINE; Date.now() < deadline; await after(POLL_INTERVAL)) {
    const files = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : [];
    const codes = files.sort().flatMap((file) => /^\s+(\d{6})$/m.exec(readFileSync(join(outbox, file), 'utf8'))?.[1] ?? []);
    if (codes.length >= count) return codes.at(-1) as string;
  }
  throw new Error('No mail was written');
}

describe.each(DATABASES)('a server that logs everything on %s', (kind) => {
  test('prints no code, password or token, whether requests succeed or fail', async () => {
    const database = await aDatabase(kind);
    const server = await startOn(database, PROJECT, { LOG_LEVEL: 'trace' });
    const store = await database.open();
    try {
      const post = (path: string, body: unknown, token?: string) =>
        request(server, 'POST', `/api/users/${path}`, { body, ...(token ? { token } : {}) });
      const email = anEmail();
      expect((await post('send-code', { email })).status).toBe(200);
      const code = await mailedCode(server.dataDir, 1);
      await post('validate-code', { email, confirmationCode: otherThan(code) });
      expect((await post('validate-code', { email, confirmationCode: code })).status).toBe(200);
      expect((await post('registration', registrationBody(email, code, { firstName: '' }))).status).toBe(400);
      expect((await post('registration', registrationBody(email, code))).status).toBe(201);
      await post('registration', registrationBody(email, code));
      await post('login', { email, password: `${PASSWORD}?` });
      const { token } = (await post('login', { email, password: PASSWORD })).body;
      const change = { passwordCurrent: PASSWORD, passwordNew: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD };
      const patch = (body: object) => request(server, 'PATCH', '/api/users/change-password', { token, body });
      expect((await patch({ ...change, passwordConfirm: `${NEW_PASSWORD}?` })).status).toBe(409);
      expect((await patch({ ...change, passwordCurrent: `${PASSWORD}?` })).status).toBe(400);
      expect((await patch(change)).status).toBe(200);
      expect((await request(server, 'DELETE', '/api/users/delete', { token, body: { password: PASSWORD } })).status).toBe(400);
      expect((await post('forgot-password', { email })).status).toBe(200);
      const resetCode = await mailedCode(server.dataDir, 2);
      await post('reset-password', resetBody(email, otherThan(resetCode)));
      expect((await request(server, 'GET', `/api/users/user?token=${token}`, { token })).status).toBe(200);
      await request(server, 'GET', `/api/nothing/${token}`, { token });
      await store.db.schema.alterTable('attempts').renameTo('renamed').execute();
      for (const [path, body] of [
        ['send-code', { email: anEmail() }],
        ['validate-code', { email, confirmationCode: code }],
        ['registration', registrationBody(email, code)],
        ['login', { email, password: PASSWORD }],
        ['forgot-password', { email }],
        ['reset-password', resetBody(email, resetCode)],
      ] as const)
        expect((await post(path, body, token)).status).toBe(500);
      expect((await patch(change)).status).toBe(500);
      expect((await post('logout', undefined, token)).status).toBe(200);
      const printed = server.output();
      expect(printed).toContain('api.loginUser.500');
      expect(printed).toContain('mail written to');
      for (const each of [code, resetCode]) expect(printed).not.toMatch(new RegExp(`(?<!\\w)${each}(?!\\w)`));
      for (const secret of [PASSWORD, NEW_PASSWORD, token]) expect(printed).not.toContain(secret);
    } finally {
      await store.close();
      await server.stop();
      await database.remove();
    }
  });
});
