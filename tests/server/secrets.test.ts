import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { anEmail, otherThan, PASSWORD, registrationBody } from '#tests/support/accounts.ts';
import { DATABASES } from '#tests/support/app.ts';
import { aDatabase, PROJECT, request, startOn } from '#tests/support/processes.ts';

const LOOK_EVERY = 20;
const DEADLINE = 10_000;

/** The only mail in the outbox, as soon as it is there. */
async function outboxMail(folder: string): Promise<string> {
  for (const deadline = Date.now() + DEADLINE; Date.now() < deadline; await after(LOOK_EVERY)) {
    const name =
      readdirSync(folder, { withFileTypes: true }).find((entry) => entry.name === 'outbox') &&
      readdirSync(join(folder, 'outbox')).find((file) => file.endsWith('.eml'));
    if (name) return readFileSync(join(folder, 'outbox', name), 'utf8');
  }
  throw new Error('No mail was written');
}

describe.each(DATABASES)('a server that logs everything on %s', (kind) => {
  test('prints no code, password or token, whatever goes well or wrong', async () => {
    const database = await aDatabase(kind);
    const server = await startOn(database, PROJECT, { LOG_LEVEL: 'trace' });
    const store = await database.open();
    try {
      const post = (path: string, body: unknown, token?: string) =>
        request(server, 'POST', `/api/users/${path}`, { body, ...(token ? { token } : {}) });
      const email = anEmail();
      expect((await post('send-code', { email })).status).toBe(200);
      const code = /^\s+(\d{6})$/m.exec(await outboxMail(server.dataDir))?.[1] ?? '';
      expect(code).toHaveLength(6);
      await post('validate-code', { email, confirmationCode: otherThan(code) });
      expect((await post('validate-code', { email, confirmationCode: code })).status).toBe(200);
      expect((await post('registration', registrationBody(email, code, { firstName: '' }))).status).toBe(400);
      expect((await post('registration', registrationBody(email, code))).status).toBe(201);
      await post('registration', registrationBody(email, code));
      await post('login', { email, password: `${PASSWORD}?` });
      const { token } = (await post('login', { email, password: PASSWORD })).body;
      expect((await request(server, 'GET', `/api/users/user?token=${token}`, { token })).status).toBe(200);
      await request(server, 'GET', `/api/nothing/${token}`, { token });
      await store.db.schema.alterTable('attempts').renameTo('gone').execute();
      for (const [path, body] of [
        ['send-code', { email: anEmail() }],
        ['validate-code', { email, confirmationCode: code }],
        ['registration', registrationBody(email, code)],
        ['login', { email, password: PASSWORD }],
      ] as const)
        expect((await post(path, body, token)).status).toBe(500);
      expect((await post('logout', undefined, token)).status).toBe(200);
      const printed = server.output();
      expect(printed).toContain('api.loginUser.500');
      expect(printed).toContain('mail written to');
      expect(printed).not.toMatch(new RegExp(`(?<!\\w)${code}(?!\\w)`));
      for (const secret of [PASSWORD, token]) expect(printed).not.toContain(secret);
    } finally {
      await store.close();
      await server.stop();
      await database.remove();
    }
  });
});
