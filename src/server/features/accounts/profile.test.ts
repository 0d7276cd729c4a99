import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aPicture, aUser, aVehicle, type TestUser, vehicleForm } from '#tests/support/builders.ts';
import { checkIntegrity } from '#tests/support/integrity.ts';

const NAMES = { firstName: 'Марія', lastName: "О'Коннор" };
const AT_ONCE = 10;

describe.each(DATABASES)('the profile on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(async () => {
    await checkIntegrity(app.store);
    await app.close();
  });

  const send = ({ token }: TestUser, form: FormData) => app.request('PATCH', '/api/users/change-profile', { token, form });
  const sendJson = ({ token }: TestUser, body: object) => app.request('PATCH', '/api/users/change-profile', { token, body });
  const sendPicture = async (user: TestUser, fields: Record<string, string> = NAMES, side = 32) =>
    send(user, await vehicleForm(fields, await aPicture('png', side)));
  const read = async ({ token }: TestUser) => (await app.request('GET', '/api/users/user', { token })).body.data;
  const statusOf = async (path: string) => (await app.request('GET', path)).status;

  test('updates the sent fields, as a form or as JSON, and keeps the others', async () => {
    const user = await aUser(app);
    const first = await send(user, await vehicleForm({ ...NAMES, phone: '050 123 45 67', currency: 'EUR' }, null));
    const expected = { first_name: 'Марія', last_name: "О'Коннор", phone: '+380501234567', currency: 'EUR', email: user.email };
    expect(first).toMatchObject({ status: 200, body: { success: true, code: 'api.changeProfile.success', data: expected } });
    expect(await read(user)).toEqual(first.body.data);
    expect((await sendJson(user, { ...NAMES, firstName: ' Анна ' })).body.data).toMatchObject({ ...expected, first_name: 'Анна' });
    expect((await sendJson(user, { ...NAMES, phone: '' })).body.data).toMatchObject({ ...expected, phone: null });
  });

  test('rejects a change of values that are not those that were seen', async () => {
    const user = await aUser(app);
    const { first_name: firstName, last_name: lastName, currency } = await read(user);
    const seen = { firstName, lastName, phone: '', currency };
    const changed = { ...seen, firstName: 'Марія' };
    expect((await sendJson(user, { ...changed, seen })).status).toBe(200);
    // The response was lost, and the request is repeated.
    expect((await sendJson(user, { ...changed, seen })).status).toBe(200);
    const other = { ...seen, firstName: 'Анна' };
    const conflict = { status: 409, body: { code: 'api.changed' } };
    expect(await sendJson(user, { ...other, seen })).toMatchObject(conflict);
    expect(await send(user, await vehicleForm({ ...other, seen: JSON.stringify(seen) }, await aPicture('png', 32)))).toMatchObject(
      conflict,
    );
    expect(await sendJson(user, { ...other, seen: 'no JSON' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'seen', code: 'validation.invalid' }] },
    });
    expect(await read(user)).toMatchObject({ first_name: 'Марія', person_image: null });
    expect((await sendJson(user, { ...other, seen: { ...seen, firstName: 'Марія' } })).status).toBe(200);
  });

  test.each<[object, object[]]>([
    [
      {},
      [
        { field: 'firstName', code: 'validation.required' },
        { field: 'lastName', code: 'validation.required' },
      ],
    ],
    [
      { firstName: ' ', lastName: 'Ян' },
      [
        { field: 'firstName', code: 'validation.required' },
        { field: 'lastName', code: 'validation.name' },
      ],
    ],
    [{ ...NAMES, phone: '12' }, [{ field: 'phone', code: 'validation.phone' }]],
    [{ ...NAMES, phone: 'none' }, [{ field: 'phone', code: 'validation.phone' }]],
    [{ ...NAMES, currency: 'XXX' }, [{ field: 'currency', code: 'validation.choice' }]],
  ])('rejects %j with field errors and changes nothing', async (body, errors) => {
    const user = await aUser(app);
    const before = await read(user);
    expect(await sendJson(user, body)).toMatchObject({ status: 400, body: { code: 'api.changeProfile.400', errors } });
    expect(await read(user)).toEqual(before);
  });

  test('replaces and deletes the old photo when a new one is sent, and keeps it otherwise', async () => {
    const user = await aUser(app);
    const first = (await sendPicture(user)).body.data.person_image;
    expect(first).toMatch(/^\/api\/images\/[\w-]{22}$/);
    expect((await sendJson(user, NAMES)).body.data.person_image).toBe(first);
    const second = (await sendPicture(user, { ...NAMES, existingImagePath: first })).body.data.person_image;
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  });

  test('removes the photo only on request', async () => {
    const user = await aUser(app);
    const path = (await sendPicture(user)).body.data.person_image;
    await app.request('GET', `${path}?width=192`);
    expect((await sendJson(user, { ...NAMES, removeImage: 'false' })).body.data.person_image).toBe(path);
    for (const removeImage of ['yes', '', true])
      expect(await sendJson(user, { ...NAMES, removeImage })).toMatchObject({
        status: 400,
        body: { code: 'api.changeProfile.400', errors: [{ field: 'removeImage', code: 'validation.choice' }] },
      });
    expect(await statusOf(path)).toBe(200);
    const removed = await send(user, await vehicleForm({ ...NAMES, existingImagePath: path, removeImage: 'true' }, null));
    expect(removed).toMatchObject({ status: 200, body: { data: { person_image: null } } });
    expect([await statusOf(path), await statusOf(`${path}?width=192`)]).toEqual([404, 404]);
    expect((await sendJson(user, { ...NAMES, removeImage: 'true' })).body.data.person_image, 'there is no photo').toBeNull();
    const next = (await sendPicture(user, { ...NAMES, removeImage: 'true' })).body.data.person_image;
    expect(await statusOf(next), 'a new photo takes precedence').toBe(200);
  });

  test('ignores existingImagePath', async () => {
    const [user, stranger] = [await aUser(app), await aUser(app)];
    const foreign = (await sendPicture(stranger)).body.data.person_image;
    const vehicle = await aVehicle(app, stranger);
    const own = (await sendPicture(user)).body.data.person_image;
    for (const path of [own, foreign, vehicle.image, '', 'null', '../../etc/passwd', '/etc/passwd', `${own}/../x`, 'http://127.0.0.1/x']) {
      expect((await send(user, await vehicleForm({ ...NAMES, existingImagePath: path }, null))).body.data.person_image).toBe(own);
      expect((await sendJson(await aUser(app), { ...NAMES, existingImagePath: path })).body.data.person_image).toBeNull();
    }
    for (const odd of [null, 5, [], {}])
      expect((await sendJson(user, { ...NAMES, existingImagePath: odd })).body.data.person_image).toBe(own);
    await sendPicture(user, { ...NAMES, existingImagePath: foreign });
    expect([await statusOf(own), await statusOf(foreign), await statusOf(vehicle.image)]).toEqual([404, 200, 200]);
  });

  test('re-encodes a photo and changes nothing for an invalid one', async () => {
    const user = await aUser(app);
    const path = (await sendPicture(user)).body.data.person_image;
    const { headers } = await app.request('GET', path);
    expect(headers['content-type']).toBe('image/png');
    const wrong = await send(user, await vehicleForm({ firstName: 'Інша', lastName: 'Людина' }, Buffer.from('<svg/>')));
    expect(wrong).toMatchObject({ status: 422, body: { code: 'imageApi.422', errors: [{ field: 'image' }] } });
    expect(await read(user)).toMatchObject({ first_name: 'Марія', person_image: path });
  });

  test('keeps exactly one of several photos sent in parallel', async () => {
    const user = await aUser(app);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => sendPicture(user, NAMES, 16 + n)));
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect(await statusOf((await read(user)).person_image)).toBe(200);
    await checkIntegrity(app.store);
  });
});
