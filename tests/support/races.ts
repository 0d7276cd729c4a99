/**
 * Invariants that must hold when two server processes receive requests at once; a race throws if one is violated. Used with the locks and
 * without them.
 */
import { deepStrictEqual, strictEqual } from 'node:assert';
import type { Tariff } from '#contract/tariffs.ts';
import type { Store } from '#server/db/store.ts';
import { systemClock } from '#server/ports/clock.ts';
import type { Answer } from './app.ts';
import { aUser, recordBody, type TestUser, vehicleFields, vehicleForm } from './builders.ts';
import { request } from './processes.ts';
import type { RunningServer } from './server.ts';

export interface Pair {
  servers: readonly [RunningServer, RunningServer];
  store: Store;
}

export type Race = (pair: Pair) => Promise<void>;

export const AT_ONCE = 20;

/** Sends `count` requests at once, alternating between the two processes. */
export const atOnce = <T>({ servers }: Pair, ask: (server: RunningServer, index: number) => Promise<T>, count = AT_ONCE): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(servers[index % 2] as RunningServer, index)));

export const statuses = (answers: Answer[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status, body }) => `${status} ${body.code}`)).map(([key, group]) => [
      key,
      group?.length ?? 0,
    ]),
  );

export const newUser = ({ store }: Pair, tariff: Tariff): Promise<TestUser> => aUser({ store, clock: systemClock }, { tariff });

async function postVehicle(
  server: RunningServer,
  user: TestUser,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return request(server, 'POST', '/api/vehicles', { token: user.token, form: await vehicleForm(fields), headers });
}

/** Creates the vehicle of a race. */
export async function newVehicle(pair: Pair, user: TestUser): Promise<{ id: number; path: string }> {
  const { status, body } = await postVehicle(pair.servers[0], user, vehicleFields('car'));
  strictEqual(status, 201);
  return { id: body.data.id, path: `/api/vehicles/${body.data.id}` };
}

const idsOf = (answers: Answer[]): number[] => [...new Set(answers.map(({ body }) => body.data?.id))];

export async function listed(pair: Pair, user: TestUser, path = '/api/vehicles'): Promise<{ id: number }[]> {
  return (await request(pair.servers[1], 'GET', path, { token: user.token })).body.data;
}

/** One vehicle on the basic tariff, five on the family tariff (docs/product.md, Tariffs). */
export const vehicleLimit =
  (tariff: 'basic' | 'family', limit: number): Race =>
  async (pair) => {
    const user = await newUser(pair, tariff);
    const answers = await atOnce(pair, (server) => postVehicle(server, user, vehicleFields('car')));
    deepStrictEqual(statuses(answers), { '201 carsApi.create.success': limit, '403 carsApi.limit': AT_ONCE - limit });
    strictEqual((await listed(pair, user)).length, limit);
  };

export const sameVin: Race = async (pair) => {
  const user = await newUser(pair, 'business');
  const fields = vehicleFields('car');
  const answers = await atOnce(pair, (server) => postVehicle(server, user, fields));
  deepStrictEqual(statuses(answers), { '201 carsApi.create.success': 1, '409 carsApi.409': AT_ONCE - 1 });
  strictEqual((await listed(pair, user)).length, 1);
};

export const sameVehicleKey: Race = async (pair) => {
  const user = await newUser(pair, 'business');
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const fields = vehicleFields('car');
  const answers = await atOnce(pair, (server) => postVehicle(server, user, fields, headers));
  deepStrictEqual(statuses(answers), { '201 carsApi.create.success': AT_ONCE });
  deepStrictEqual(
    (await listed(pair, user)).map(({ id }) => id),
    idsOf(answers),
  );
};

export const sameRecordKey: Race = async (pair) => {
  const user = await newUser(pair, 'basic');
  const { path } = await newVehicle(pair, user);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answers = await atOnce(pair, (server) =>
    request(server, 'POST', `${path}/records`, { token: user.token, body: recordBody(), headers }),
  );
  deepStrictEqual(statuses(answers), { '201 recordsApi.create.success': AT_ONCE });
  deepStrictEqual(
    (await listed(pair, user, `${path}/records`)).map(({ id }) => id),
    idsOf(answers),
  );
};

/** Each request replaces the note; one of them is the last. */
export const noteWriters: Race = async (pair) => {
  const user = await newUser(pair, 'basic');
  const { path } = await newVehicle(pair, user);
  const answers = await atOnce(pair, (server, index) =>
    request(server, 'PUT', `${path}/note`, { token: user.token, body: { text: `Нотатка ${index}` } }),
  );
  deepStrictEqual(statuses(answers), { '200 notesApi.update.success': AT_ONCE });
  const { body } = await request(pair.servers[0], 'GET', `${path}/note`, { token: user.token });
  strictEqual(/^Нотатка \d+$/.test(body.data.text), true);
};

/** Parallel changes of different fields are all kept; of parallel photos one is kept, and the others are deleted. */
export const vehicleChanges: Race = async (pair) => {
  const user = await newUser(pair, 'basic');
  const { id, path } = await newVehicle(pair, user);
  const changes = [{ brand: 'Volvo' }, { model: 'V70' }, { color: 'чорний' }, { year: '2001' }, { mileage: '5' }];
  const answers = await atOnce(pair, async (server, index) =>
    request(server, 'PATCH', path, { token: user.token, form: await vehicleForm(changes[index % changes.length]) }),
  );
  deepStrictEqual(statuses(answers), { '200 carsApi.update.success': AT_ONCE });
  const { brand, model, color, year, mileage } = (await request(pair.servers[0], 'GET', path, { token: user.token })).body.data;
  deepStrictEqual({ brand, model, color, year, mileage }, { brand: 'Volvo', model: 'V70', color: 'чорний', year: 2001, mileage: 5 });
  const orphans = await pair.store.db
    .selectFrom('images')
    .select('id')
    .where('id', 'not in', ({ selectFrom }) => selectFrom('vehicles').select('image_id'))
    .where('id', 'not in', ({ selectFrom }) => selectFrom('advert_images').select('image_id'))
    .execute();
  deepStrictEqual(orphans, [], `photos without an owner after changes of vehicle ${id}`);
};

/**
 * Readings in kilometres never become years of a bicycle: either the type changes first and they are rejected, or the vehicle keeps its
 * type.
 */
export const recordsBesideChangeOfType: Race = async (pair) => {
  const user = await newUser(pair, 'business');
  for (let round = 0; round < 5; round++) {
    const { path } = await newVehicle(pair, user);
    const becomesBicycle = { vehicleType: 'bicycle', serialNumber: crypto.randomUUID() };
    await atOnce(pair, (server, index) =>
      index === 0
        ? request(server, 'PATCH', path, { token: user.token, body: becomesBicycle })
        : request(server, 'POST', `${path}/records`, { token: user.token, body: recordBody({ reading: '98 100' }) }),
    );
    const { vehicleType, recordCount } = (await request(pair.servers[0], 'GET', path, { token: user.token })).body.data;
    if (vehicleType === 'bicycle') strictEqual(recordCount, 0);
  }
};
