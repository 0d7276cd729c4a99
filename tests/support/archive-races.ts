/** Races of two processes about the archive; see races.ts. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { ARCHIVED_MAX, RESTORE_AFTER } from '#contract/limits.ts';
import type { Tariff } from '#contract/tariffs.ts';
import { isoTime } from '#server/ports/clock.ts';
import type { Answer } from './app.ts';
import { recordBody, type TestUser, vehicleFields, vehicleForm } from './builders.ts';
import { fillVehicles } from './fill.ts';
import { request } from './processes.ts';
import { AT_ONCE, atOnce, listed, newUser, newVehicle, type Pair, type Race, statuses } from './races.ts';
import type { RunningServer } from './server.ts';

const ROUNDS = 5;

/** The answer to the archiving, in the middle of other changes, shows the vehicle as it stays. */
export const changesBesideArchive: Race = async (pair) => {
  const user = await newUser(pair, 'business');
  const { token } = user;
  for (let round = 0; round < ROUNDS; round++) {
    const { path } = await newVehicle(pair, user);
    const first = await request(pair.servers[0], 'POST', `${path}/records`, { token, body: recordBody() });
    const changes: ((server: RunningServer, index: number) => Promise<Answer>)[] = [
      (server) => request(server, 'POST', `${path}/records`, { token, body: recordBody() }),
      (server) => request(server, 'POST', `${path}/records`, { token, body: recordBody(), headers: { 'idempotency-key': randomUUID() } }),
      (server, index) => request(server, 'PATCH', `${path}/records/${first.body.data.id}`, { token, body: { price: index } }),
      (server, index) => request(server, 'PUT', `${path}/note`, { token, body: { text: `Нотатка ${index}` } }),
      (server, index) => request(server, 'PATCH', path, { token, body: { color: `колір ${index}` } }),
    ];
    const answers = await atOnce(pair, async (server, index) =>
      index === AT_ONCE / 2
        ? request(server, 'POST', `${path}/archive`, { token })
        : (changes[index % changes.length] as (typeof changes)[0])(server, index),
    );
    const rejected = answers.filter(({ status, body }) => status >= 300 && body.code !== 'carsApi.archived');
    deepStrictEqual(statuses(rejected), {});
    const after = await request(pair.servers[1], 'GET', path, { token });
    deepStrictEqual(answers[AT_ONCE / 2]?.body.data, after.body.data);
  }
};

/** A user with that many bicycles; returns their ids. */
async function manyVehicles(pair: Pair, tariff: Tariff, count: number): Promise<{ user: TestUser; ids: number[] }> {
  const user = await newUser(pair, tariff);
  const form = await vehicleForm(vehicleFields('bicycle'));
  const { body } = await request(pair.servers[0], 'POST', '/api/vehicles', { token: user.token, form });
  await fillVehicles(pair.store, body.data.id, count - 1);
  const rows = await pair.store.db.selectFrom('vehicles').select('id').where('user_id', '=', user.id).orderBy('id').execute();
  return { user, ids: rows.map(({ id }) => id) };
}

/** Archives the vehicles, as long ago as a vehicle must wait in the archive. */
const archiveLongAgo = ({ store }: Pair, ids: readonly number[]) =>
  store.db
    .updateTable('vehicles')
    .set({ archived_at: isoTime(Date.now() - RESTORE_AFTER) })
    .where('id', 'in', ids)
    .execute();

export const archivesAtOnce: Race = async (pair) => {
  const { user, ids } = await manyVehicles(pair, 'business', ARCHIVED_MAX - 1 + AT_ONCE);
  await archiveLongAgo(pair, ids.slice(AT_ONCE));
  const answers = await atOnce(pair, (server, index) =>
    request(server, 'POST', `/api/vehicles/${ids[index]}/archive`, { token: user.token }),
  );
  deepStrictEqual(statuses(answers), { '200 carsApi.archive.success': 1, '403 carsApi.archiveLimit': AT_ONCE - 1 });
  strictEqual((await listed(pair, user, '/api/vehicles/archived')).length, ARCHIVED_MAX);
};

export const restoresAtOnce: Race = async (pair) => {
  const { user, ids } = await manyVehicles(pair, 'basic', AT_ONCE);
  await archiveLongAgo(pair, ids);
  const answers = await atOnce(pair, (server, index) =>
    request(server, 'POST', `/api/vehicles/${ids[index]}/restore`, { token: user.token }),
  );
  deepStrictEqual(statuses(answers), { '200 carsApi.restore.success': 1, '403 carsApi.restoreLimit': AT_ONCE - 1 });
  strictEqual((await listed(pair, user)).length, 1);
};
