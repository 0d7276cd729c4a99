/** Races of two processes about passwords and the deletion of accounts; see races.ts. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { LOGIN_ATTEMPTS } from '#contract/limits.ts';
import { systemClock } from '#server/ports/clock.ts';
import { anAccount, NEW_PASSWORD, PASSWORD } from './accounts.ts';
import type { Answer } from './app.ts';
import { aPicture, recordBody, type TestUser, vehicleFields, vehicleForm } from './builders.ts';
import { request } from './processes.ts';
import { AT_ONCE, atOnce, type Pair, type Race, statuses } from './races.ts';
import type { RunningServer } from './server.ts';

const newAccount = ({ store }: Pair): Promise<TestUser> => anAccount({ store, clock: systemClock }, { tariff: 'business' });

const deletion = (server: RunningServer, { token }: TestUser): Promise<Answer> =>
  request(server, 'DELETE', '/api/users/delete', { token, body: { password: PASSWORD } });

/** After the first change, the current password in all other requests is wrong. */
export const passwordChanges: Race = async (pair) => {
  const { email, token } = await newAccount(pair);
  const answers = await atOnce(pair, (server, index) => {
    const passwordNew = `${NEW_PASSWORD}${index}`;
    const body = { passwordCurrent: PASSWORD, passwordNew, passwordConfirm: passwordNew };
    return request(server, 'PATCH', '/api/users/change-password', { token, body });
  });
  deepStrictEqual(statuses(answers), {
    '200 api.changePassword.success': 1,
    '400 api.changePassword.400': LOGIN_ATTEMPTS,
    '403 api.loginUser.403': AT_ONCE - LOGIN_ATTEMPTS - 1,
  });
  await pair.store.db.deleteFrom('attempts').where('subject', '=', `login:${email}`).execute();
  const set = `${NEW_PASSWORD}${answers.findIndex(({ status }) => status === 200)}`;
  strictEqual((await request(pair.servers[0], 'POST', '/api/users/login', { body: { email, password: set } })).status, 200);
};

/** Counts the rows that remain of a user, and photos without an owner. */
async function leftOf({ store: { db } }: Pair, { id, email }: TestUser): Promise<Record<string, number>> {
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) => Number((await query.execute(db)).rows[0]?.count);
  return {
    users: await count(sql`select count(*) as count from users where id = ${id}`),
    sessions: await count(sql`select count(*) as count from sessions where user_id = ${id}`),
    vehicles: await count(sql`select count(*) as count from vehicles where user_id = ${id}`),
    idempotency: await count(sql`select count(*) as count from idempotency where user_id = ${id}`),
    attempts: await count(sql`select count(*) as count from attempts where subject = ${`login:${email}`}`),
    photos: await count(sql`select count(*) as count from images i
      where not exists (select 1 from vehicles v where v.image_id = i.id) and not exists (select 1 from users u where u.image_id = i.id)
        and not exists (select 1 from advert_images a where a.image_id = i.id)`),
  };
}

const NOTHING = { users: 0, sessions: 0, vehicles: 0, idempotency: 0, attempts: 0, photos: 0 };

/** One request deletes the account; the others find it deleted. */
export const deletions: Race = async (pair) => {
  const user = await newAccount(pair);
  const answers = await atOnce(pair, (server) => deletion(server, user));
  const { '200 api.deleteUser.success': done, '401 api.401': unauthorized = 0, '404 api.user.404': notFound = 0 } = statuses(answers);
  deepStrictEqual({ done, others: unauthorized + notFound }, { done: 1, others: AT_ONCE - 1 }, JSON.stringify(statuses(answers)));
  deepStrictEqual(await leftOf(pair, user), NOTHING);
};

/** Anything written at the same time is rejected or deleted, too, and never fails with a 5xx response. */
export const deletionWhileWriting: Race = async (pair) => {
  const user = await newAccount(pair);
  const { token, email } = user;
  const send = async (server: RunningServer) =>
    request(server, 'POST', '/api/vehicles', {
      token,
      form: await vehicleForm(vehicleFields('car')),
      headers: { 'idempotency-key': randomUUID() },
    });
  const path = `/api/vehicles/${(await send(pair.servers[0])).body.data.id}`;
  const picture = await aPicture('jpeg', 40);
  const writes: ((server: RunningServer) => Promise<Answer>)[] = [
    async (server) => request(server, 'PATCH', path, { token, form: await vehicleForm({}, picture) }),
    (server) => request(server, 'POST', `${path}/records`, { token, body: recordBody(), headers: { 'idempotency-key': randomUUID() } }),
    send,
    (server) => request(server, 'PUT', `${path}/note`, { token, body: { text: 'Нотатка' } }),
    async (server) =>
      request(server, 'PATCH', '/api/users/change-profile', {
        token,
        form: await vehicleForm({ firstName: 'Олена', lastName: 'Коваль' }, picture),
      }),
    (server) => request(server, 'POST', '/api/users/login', { body: { email, password: PASSWORD } }),
  ];
  const answers = await atOnce(pair, (server, index) =>
    index === AT_ONCE / 2 ? deletion(server, user) : (writes[index % writes.length] as (typeof writes)[0])(server),
  );
  strictEqual(answers[AT_ONCE / 2]?.status, 200);
  deepStrictEqual(
    Object.keys(statuses(answers)).filter((answer) => !/^(200|201|401|404) /.test(answer)),
    [],
  );
  // A login after the deletion counts as an attempt for an unknown email.
  deepStrictEqual({ ...(await leftOf(pair, user)), attempts: 0 }, NOTHING);
};
