/** Account races of two processes; see races.ts. Each starts with a single attempt, so that the contested row exists. */

import { deepStrictEqual, strictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { CODE_ATTEMPTS, CODE_TTL, CODES_PER_HOUR, LOGIN_ATTEMPTS } from '#contract/limits.ts';
import { isoTime } from '#server/ports/clock.ts';
import { hashOf } from '#server/ports/tokens.ts';
import type { Answer } from './app.ts';
import { request } from './processes.ts';
import { AT_ONCE, atOnce, type Pair, type Race, statuses } from './races.ts';
import type { RunningServer } from './server.ts';

const RIGHT_CODE = '123456';
const WRONG_CODE = '654321';

const newEmail = (): string => `${randomUUID()}@example.com`;
const post = (server: RunningServer, call: string, body: unknown): Promise<Answer> =>
  request(server, 'POST', `/api/users/${call}`, { body });

/** Inserts a code as if it had been emailed; returns its email. */
async function aCode({ store }: Pair, isValidated: boolean): Promise<string> {
  const email = newEmail();
  const now = Date.now();
  await store.db
    .insertInto('codes')
    .values({
      email,
      purpose: 'registration',
      code_hash: hashOf(`registration:${email}:${RIGHT_CODE}`),
      expires_at: isoTime(now + CODE_TTL),
      validated_at: isValidated ? isoTime(now) : null,
    })
    .execute();
  return email;
}

/** Sends one request alone and then the others at once; no more of them succeed than in sequence. */
async function expectLimited(
  pair: Pair,
  ask: (server: RunningServer) => Promise<Answer>,
  expected: { accepted: string; rejected: string; limit: number },
): Promise<void> {
  deepStrictEqual(statuses([await ask(pair.servers[0])]), { [expected.accepted]: 1 });
  const answers = await atOnce(pair, ask);
  deepStrictEqual(statuses(answers), { [expected.accepted]: expected.limit - 1, [expected.rejected]: AT_ONCE - expected.limit + 1 });
}

/** Five wrong codes lock an email (docs/product.md, Login and codes). */
export const wrongCodes: Race = async (pair) => {
  const email = await aCode(pair, false);
  const ask = (server: RunningServer) => post(server, 'validate-code', { email, confirmationCode: WRONG_CODE });
  await expectLimited(pair, ask, { accepted: '403 api.validateCode.403', rejected: '403 api.code.locked', limit: CODE_ATTEMPTS });
};

export const wrongPasswords: Race = async (pair) => {
  const body = { email: newEmail(), password: 'wrong' };
  const ask = (server: RunningServer) => post(server, 'login', body);
  await expectLimited(pair, ask, { accepted: '401 api.loginUser.401', rejected: '403 api.loginUser.403', limit: LOGIN_ATTEMPTS });
};

/** At most five codes per hour (docs/product.md, Login and codes). */
export const codesPerHour: Race = async (pair) => {
  const body = { email: newEmail() };
  const ask = (server: RunningServer) => post(server, 'send-code', body);
  await expectLimited(pair, ask, { accepted: '200 api.sendCode.success', rejected: '429 api.sendCode.429', limit: CODES_PER_HOUR });
};

/** One code creates one account. */
export const registrations: Race = async (pair) => {
  const email = await aCode(pair, true);
  const body = { firstName: 'Олена', lastName: 'Коваль', email, password: 'Very-long-1!', confirmationCode: RIGHT_CODE, agreement: true };
  const answers = await atOnce(pair, (server) => post(server, 'registration', body));
  const rejections = new Set(['403 api.registration.403', '409 api.registration.409']);
  const { '201 api.registration.success': created, ...others } = statuses(answers);
  strictEqual(created, 1, `of 20 registrations: ${JSON.stringify(statuses(answers))}`);
  deepStrictEqual(
    Object.keys(others).filter((answer) => !rejections.has(answer)),
    [],
  );
  const users = await pair.store.db.selectFrom('users').select('id').where('email', '=', email).execute();
  strictEqual(users.length, 1);
};
