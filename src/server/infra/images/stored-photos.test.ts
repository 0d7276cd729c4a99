import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imageIdOf } from '#contract/images.ts';
import { HOUR, MINUTE } from '#contract/time.ts';
import type { Files } from '#server/ports/files.ts';
import { s3Files } from '#server/ports/s3-files.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aPicture, aUser, aVehicle, type TestUser, vehicleFields, vehicleForm } from '#tests/support/builders.ts';
import { checkIntegrity } from '#tests/support/integrity.ts';
import { anAdmin } from '#tests/support/orders.ts';
import { type S3Server, s3Server } from '#tests/support/s3-server.ts';

/** Milliseconds: for requests that are meant to hang, and for all others. */
const SHORT = 200;
const LONG = 60_000;
/** More than connections to PostgreSQL. */
const READS = 20;

describe.each(DATABASES)('photos in an object store, with %s', (kind) => {
  let server: S3Server;
  let app: TestApp;
  let isImpatient = false;
  /** Called once, before the next object is read. */
  let beforeRead: (() => Promise<unknown>) | undefined;
  beforeAll(async () => {
    server = await s3Server();
    const [patient, impatient] = [LONG, SHORT].map((timeout) => s3Files(server.settings, { timeout, reads: READS, writes: READS }));
    const files = (): Files => (isImpatient ? impatient : patient) as Files;
    app = await testApp(kind, {
      files: {
        write: (key, file) => files().write(key, file),
        async read(key) {
          const callback = beforeRead;
          beforeRead = undefined;
          await callback?.();
          return files().read(key);
        },
        remove: (key) => files().remove(key),
        close() {
          patient?.close();
          impatient?.close();
        },
      },
    });
    app.clock.stop();
  });
  beforeEach(async () => {
    server.mode = 'working';
    isImpatient = false;
    app.clock.advance(2 * HOUR);
    await app.runJobs();
    server.requests.length = 0;
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const rowOf = (image: string | null) =>
    app.store.db
      .selectFrom('images')
      .select(['bytes', 'object_key', 'object_size'])
      .where('id', '=', imageIdOf(image ?? ''))
      .executeTakeFirst();
  const keyOf = async (image: string | null): Promise<string> => (await rowOf(image))?.object_key ?? 'none';
  const thumbnailKeysOf = async (image: string): Promise<(string | null)[]> => {
    const rows = await app.store.db.selectFrom('thumbnails').select('object_key').where('image_id', '=', imageIdOf(image)).execute();
    return rows.map(({ object_key }) => object_key);
  };
  const deletions = async (): Promise<string[]> =>
    (await app.store.db.selectFrom('object_deletions').select('object_key').execute()).map(({ object_key }) => object_key);
  const read = (path: string, headers = {}) => app.server.inject({ url: path, headers });
  const post = async (user: TestUser, image?: Buffer<ArrayBuffer>) =>
    app.request('POST', '/api/vehicles', { token: user.token, form: await vehicleForm(vehicleFields(), image) });
  async function runJob(): Promise<void> {
    app.clock.advance(MINUTE);
    await app.runJobs();
  }

  test('are written, read and revalidated at the same address', async () => {
    const user = await aUser(app);
    const before = server.keys();
    const added = (): string[] => server.keys().filter((key) => !before.includes(key));
    const { image } = await aVehicle(app, user);
    const row = await rowOf(image);
    expect(row).toMatchObject({ object_key: expect.stringMatching(/^[\w-]{22}$/), object_size: expect.any(Number) });
    expect(row?.bytes.byteLength).toBe(0);
    expect(added()).toEqual([row?.object_key]);
    expect(row?.object_key).not.toBe(imageIdOf(image));
    const full = await read(image);
    expect(full.statusCode).toBe(200);
    expect(full.rawPayload.byteLength).toBe(row?.object_size);
    expect(full.headers).toMatchObject({ 'content-type': 'image/jpeg', etag: `"${imageIdOf(image)}"` });
    const small = await read(`${image}?width=192`);
    expect(small.headers).toMatchObject({ 'content-type': 'image/webp', etag: `"${imageIdOf(image)}-192"` });
    expect(added().sort()).toEqual([await keyOf(image), ...(await thumbnailKeysOf(image))].sort());
    expect((await read(`${image}?width=192`)).rawPayload).toEqual(small.rawPayload);
    expect(await deletions()).toEqual([]);
    server.requests.length = 0;
    for (const answer of [full, small]) {
      const again = await read(answer === full ? image : `${image}?width=192`, { 'if-none-match': answer.headers.etag });
      expect([again.statusCode, again.rawPayload.byteLength]).toEqual([304, 0]);
    }
    expect(server.requests).toEqual([]);
  });

  test('are shown in the page of a user with their size', async () => {
    const user = await aUser(app);
    const { image } = await aVehicle(app, user);
    await app.request('PATCH', '/api/users/change-profile', { token: user.token, form: await profileForm() });
    const { body } = await app.request('GET', '/api/users/user', { token: user.token });
    const sizes = await Promise.all([rowOf(image), rowOf(body.data.person_image)]);
    const { token } = await anAdmin(app);
    const page = await app.request('GET', `/api/admin/users/${user.id}`, { token });
    expect(page.body.data.photo_bytes).toBe(sizes.reduce((sum, row) => sum + (row?.object_size ?? 0), 0));
    expect(page.body.data.photo_bytes).toBeGreaterThan(0);
  });
  async function profileForm(): Promise<FormData> {
    return vehicleForm({ firstName: 'Олена', lastName: 'Коваль' });
  }

  test('that are in the database are still served', async () => {
    const user = await aUser(app);
    const { image } = await aVehicle(app, user);
    const bytes = await aPicture();
    const values = { bytes, object_key: null, object_size: null };
    await app.store.db.updateTable('images').set(values).where('id', '=', imageIdOf(image)).execute();
    server.mode = 'gone';
    expect((await read(image)).rawPayload).toEqual(bytes);
    expect((await read(`${image}?width=192`)).statusCode).toBe(200);
    expect(await thumbnailKeysOf(image)).toEqual([]);
  });

  test.each(['hung', 'gone', 'failing'] as const)('are answered with 503 while the store is %s, and then again', async (mode) => {
    const user = await aUser(app, { tariff: 'family' });
    const { id, image } = await aVehicle(app, user);
    const before = server.keys();
    server.mode = mode;
    isImpatient = true;
    for (const path of [image, `${image}?width=192`]) {
      const answer = await read(path);
      expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 503, code: 'api.503' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await post(user)).status).toBe(503);
    const changed = await app.request('PATCH', `/api/vehicles/${id}`, { token: user.token, form: await vehicleForm({}, await aPicture()) });
    expect(changed.status).toBe(503);
    expect((await app.request('GET', '/api/vehicles', { token: user.token })).body.data).toMatchObject([{ id, image }]);
    server.mode = 'working';
    isImpatient = false;
    expect((await read(image)).statusCode).toBe(200);
    expect((await post(user)).status).toBe(201);
    expect(server.keys()).toEqual(expect.arrayContaining(before));
    await checkIntegrity(app.store);
  });

  test('hold no place of other requests while the store hangs', async () => {
    const user = await aUser(app);
    const { image } = await aVehicle(app, user);
    server.mode = 'hung';
    server.requests.length = 0;
    let ended = 0;
    const countEnd = (): void => {
      ended += 1;
    };
    const waiting = Array.from({ length: READS }, () => read(image).finally(countEnd));
    await expect.poll(() => server.requests.length, { timeout: LONG }).toBe(READS);
    expect((await app.request('GET', '/api/vehicles', { token: user.token })).status).toBe(200);
    expect((await read(image)).statusCode).toBe(503);
    expect(ended).toBe(0);
    server.mode = 'gone';
    server.disconnect();
    expect(new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  });

  test('are removed from the store after a photo was replaced, and a vehicle or an account deleted', async () => {
    const user = await anAccount(app, { tariff: 'family' });
    const { token } = user;
    const first = await aVehicle(app, user, 'car');
    const second = await aVehicle(app, user, 'boat');
    await read(`${first.image}?width=192`);
    await read(`${second.image}?width=384`);
    await app.request('PATCH', '/api/users/change-profile', { token, form: await profileForm() });
    const kept = [await keyOf(second.image), ...(await thumbnailKeysOf(second.image))];
    const form = await vehicleForm({}, await aPicture('png'));
    const changed = await app.request('PATCH', `/api/vehicles/${first.id}`, { token, form });
    await runJob();
    const { person_image } = (await app.request('GET', '/api/users/user', { token })).body.data;
    const mine = [...kept, await keyOf(changed.body.data.image), await keyOf(person_image)];
    expect(server.keys()).toEqual(expect.arrayContaining(mine));
    expect(server.keys()).not.toContain(await keyOf(first.image));
    expect(await thumbnailKeysOf(first.image)).toEqual([]);
    await app.request('DELETE', `/api/vehicles/${first.id}`, { token });
    await runJob();
    expect(server.keys()).not.toContain(mine[2]);
    expect((await deleteUser(app, token)).status).toBe(200);
    expect((await deletions()).sort()).toEqual([...kept, mine[3]].sort());
    await runJob();
    expect(server.keys().filter((key) => mine.includes(key))).toEqual([]);
    expect(await deletions()).toEqual([]);
    await checkIntegrity(app.store);
  });

  test('are removed in a later attempt if the store does not work, or if the process ended', async () => {
    const user = await aUser(app);
    const { id, image } = await aVehicle(app, user);
    const key = await keyOf(image);
    await app.request('DELETE', `/api/vehicles/${id}`, { token: user.token });
    server.mode = 'failing';
    await runJob();
    expect(await deletions()).toEqual([key]);
    server.mode = 'working';
    await runJob();
    expect(server.keys()).toContain(key);
    app.clock.advance(10 * MINUTE);
    await runJob();
    expect(server.keys()).not.toContain(key);
    expect(await deletions()).toEqual([]);
  });

  test('of an upload whose transaction fails are removed after an hour', async () => {
    const user = await aUser(app);
    const before = server.keys();
    const added = (): string[] => server.keys().filter((key) => !before.includes(key));
    app.beforeTransaction(() => app.store.db.deleteFrom('users').where('id', '=', user.id).execute());
    expect((await post(user)).status).toBe(401);
    expect(added()).toEqual(await deletions());
    await runJob();
    expect(added()).toHaveLength(1);
    app.clock.advance(HOUR);
    await runJob();
    expect(added()).toEqual([]);
    expect(await deletions()).toEqual([]);
  });

  test('are not stored if their object is being deleted already', async () => {
    const user = await aUser(app);
    app.beforeTransaction(async () => {
      app.clock.advance(2 * HOUR);
      await app.runJobs();
    });
    expect((await post(user)).status).toBe(503);
    expect((await app.request('GET', '/api/vehicles', { token: user.token })).body.data).toEqual([]);
    expect((await post(user)).status).toBe(201);
  });

  test('that are moved to the database or deleted while they are read are answered', async () => {
    const user = await aUser(app);
    const { id, image } = await aVehicle(app, user);
    const bytes = await aPicture('png');
    const object = { key: await keyOf(image), size: (await rowOf(image))?.object_size ?? 0 };
    const change = (values: object) => app.store.db.updateTable('images').set(values).where('id', '=', imageIdOf(image)).execute();
    const files = s3Files(server.settings);
    beforeRead = async () => {
      await change({ bytes, object_key: null, object_size: null });
      await files.remove(object.key);
    };
    expect((await read(image)).rawPayload).toEqual(bytes);
    await files.write(object.key, { mediaType: 'image/jpeg', bytes });
    await change({ bytes: new Uint8Array(), object_key: object.key, object_size: object.size });
    beforeRead = async () => {
      await app.request('DELETE', `/api/vehicles/${id}`, { token: user.token });
      await files.remove(object.key);
    };
    expect((await read(image)).statusCode).toBe(404);
    files.close();
  });

  test('whose object is lost are answered with 404, and thumbnails are created again', async () => {
    const user = await aUser(app);
    const { image } = await aVehicle(app, user);
    await read(`${image}?width=192`);
    const files = s3Files(server.settings);
    for (const key of await thumbnailKeysOf(image)) await files.remove(key ?? '');
    expect((await read(`${image}?width=192`)).headers['content-type']).toBe('image/webp');
    expect(await thumbnailKeysOf(image)).toHaveLength(1);
    expect(server.keys()).toEqual(expect.arrayContaining(await thumbnailKeysOf(image)));
    await files.remove(await keyOf(image));
    files.close();
    expect((await read(image)).statusCode).toBe(404);
    expect((await read(`${image}?width=192`)).statusCode).toBe(200);
  });
});

test.each(DATABASES)('on %s a photo in a store is answered with 503 by a server without FILES_URL', async (kind) => {
  const app = await testApp(kind);
  const user = await aUser(app);
  const { image } = await aVehicle(app, user);
  await app.store.db.updateTable('images').set({ object_key: 'somewhere', object_size: 1 }).execute();
  expect((await app.server.inject(image)).statusCode).toBe(503);
  await app.close();
});
