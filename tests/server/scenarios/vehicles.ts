import { IMAGE_BYTES, VEHICLES_PER_ACCOUNT } from '#contract/limits.ts';
import { AppError } from '#server/app-error.ts';
import type { TestApp } from '#tests/support/app.ts';
import { aPicture, aUser, aVehicle, recordBody, type TestUser, vehicleFields, vehicleForm } from '#tests/support/builders.ts';
import { fillVehicles } from '#tests/support/fill.ts';
import type { Scenarios } from './scenario.ts';

/** An image that the image port of the tests rejects as if its library had failed; see every-endpoint.test. */
export const POISON = Buffer.from('the image library fails on this');

/** The callback of `encodeOrFail` runs while this image is encoded. */
export const VANISHING = Buffer.from('what happens meanwhile');

export const encodeOrFail =
  (encode: (upload: Uint8Array) => Promise<{ mediaType: string; bytes: Uint8Array }>, callback: () => Promise<unknown>) =>
  async (upload: Uint8Array) => {
    if (POISON.equals(upload)) throw new AppError('imageApi.502');
    if (VANISHING.equals(upload)) {
      await callback();
      return encode(await aPicture());
    }
    return encode(upload);
  };

const post = async (app: TestApp, user: TestUser, fields = vehicleFields(), image?: Uint8Array<ArrayBuffer>) =>
  app.request('POST', '/api/vehicles', { token: user.token, form: await vehicleForm(fields, image) });

const patch = async (
  app: TestApp,
  user: TestUser,
  id: number,
  fields: Record<string, string>,
  image: Uint8Array<ArrayBuffer> | null = null,
) => app.request('PATCH', `/api/vehicles/${id}`, { token: user.token, form: await vehicleForm(fields, image) });

/** A user whose tariff has expired, so that the second vehicle is hidden. */
export async function aHiddenVehicle(app: TestApp): Promise<{ user: TestUser; id: number }> {
  const user = await aUser(app, { tariff: 'family' });
  await aVehicle(app, user);
  const { id } = await aVehicle(app, user, 'boat');
  await app.store.db.updateTable('users').set({ tariff_end_date: '2026-01-01T00:00:00.000Z' }).where('id', '=', user.id).execute();
  return { user, id };
}

/** A user on the basic tariff whose vehicle is archived. */
export async function anArchivedVehicle(app: TestApp): Promise<{ user: TestUser; id: number; vin: string | null }> {
  const user = await aUser(app);
  const { id, vin } = await aVehicle(app, user);
  await app.request('POST', `/api/vehicles/${id}/archive`, { token: user.token });
  return { user, id, vin };
}

export async function aForeignVehicle(app: TestApp): Promise<{ user: TestUser; id: number }> {
  const owner = await aUser(app);
  const { id } = await aVehicle(app, owner);
  return { user: await aUser(app), id };
}

const foreign = (method: 'GET' | 'PATCH' | 'DELETE', body?: object) => async (app: TestApp) => {
  const { user, id } = await aForeignVehicle(app);
  return app.request(method, `/api/vehicles/${id}`, { token: user.token, body });
};
const hidden = (method: 'GET' | 'PATCH' | 'DELETE', body?: object) => async (app: TestApp) => {
  const { user, id } = await aHiddenVehicle(app);
  return app.request(method, `/api/vehicles/${id}`, { token: user.token, body });
};

const tooLarge = (): Buffer<ArrayBuffer> => Buffer.alloc(IMAGE_BYTES + 1, 1);

export const vehicleScenarios: Record<string, Scenarios> = {
  listVehicles: {
    good: async (app) => app.request('GET', '/api/vehicles', { token: (await aUser(app)).token }),
    errors: {},
  },
  createVehicle: {
    good: async (app) => post(app, await aUser(app)),
    errors: {
      // A repeated request whose vehicle has been deleted creates no second one.
      'carsApi.404': async (app) => {
        const user = await aUser(app);
        const headers = { 'idempotency-key': 'made-and-deleted' };
        const fields = vehicleFields();
        const again = async () => app.request('POST', '/api/vehicles', { token: user.token, headers, form: await vehicleForm(fields) });
        await app.request('DELETE', `/api/vehicles/${(await again()).body.data.id}`, { token: user.token });
        return again();
      },
      'carsApi.409': async (app) => {
        const user = await aUser(app, { tariff: 'family' });
        const { vin } = await aVehicle(app, user);
        return post(app, user, vehicleFields('car', { vin: (vin ?? '').toLowerCase() }));
      },
      'carsApi.archivedNumber': async (app) => {
        const { user, vin } = await anArchivedVehicle(app);
        return post(app, user, vehicleFields('car', { vin: vin ?? '' }));
      },
      'carsApi.limit': async (app) => {
        const user = await aUser(app);
        await aVehicle(app, user);
        return post(app, user);
      },
      'carsApi.accountLimit': async (app) => {
        const user = await aUser(app, { tariff: 'business' });
        const { id } = await aVehicle(app, user, 'bicycle');
        await fillVehicles(app.store, id, VEHICLES_PER_ACCOUNT - 1);
        return post(app, user);
      },
      'imageApi.413': async (app) => post(app, await aUser(app), vehicleFields(), tooLarge()),
      'imageApi.422': async (app) => post(app, await aUser(app), vehicleFields(), Buffer.from('%PDF-1.7')),
      'imageApi.502': async (app) => post(app, await aUser(app), vehicleFields(), POISON),
    },
  },
  getVehicle: {
    good: async (app) => {
      const user = await aUser(app);
      return app.request('GET', `/api/vehicles/${(await aVehicle(app, user)).id}`, { token: user.token });
    },
    errors: { 'carsApi.404': foreign('GET'), 'carsApi.hidden': hidden('GET') },
  },
  updateVehicle: {
    good: async (app) => {
      const user = await aUser(app);
      return patch(app, user, (await aVehicle(app, user)).id, { color: 'чорний' }, await aPicture('png'));
    },
    errors: {
      'carsApi.404': foreign('PATCH', { color: 'чорний' }),
      'carsApi.hidden': hidden('PATCH', { color: 'чорний' }),
      'carsApi.archived': async (app) => {
        const { user, id } = await anArchivedVehicle(app);
        return patch(app, user, id, { color: 'чорний' });
      },
      'carsApi.archivedNumber': async (app) => {
        const { user, vin } = await anArchivedVehicle(app);
        return patch(app, user, (await aVehicle(app, user)).id, { vin: vin ?? '' });
      },
      'carsApi.409': async (app) => {
        const user = await aUser(app, { tariff: 'business' });
        const { vin } = await aVehicle(app, user);
        const { id } = await aVehicle(app, user);
        return patch(app, user, id, { vin: vin ?? '' });
      },
      'carsApi.typeInUse': async (app) => {
        const user = await aUser(app);
        const { id } = await aVehicle(app, user);
        await app.request('POST', `/api/vehicles/${id}/records`, { token: user.token, body: recordBody() });
        return patch(app, user, id, { vehicleType: 'bicycle', serialNumber: 'B-1' });
      },
      'api.changed': async (app) => {
        const user = await aUser(app);
        return patch(app, user, (await aVehicle(app, user)).id, { color: 'чорний', seen: '{"color":"білий"}' });
      },
      'imageApi.413': async (app) => {
        const user = await aUser(app);
        return patch(app, user, (await aVehicle(app, user)).id, {}, tooLarge());
      },
      'imageApi.422': async (app) => {
        const user = await aUser(app);
        return patch(app, user, (await aVehicle(app, user)).id, {}, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
      },
      'imageApi.502': async (app) => {
        const user = await aUser(app);
        return patch(app, user, (await aVehicle(app, user)).id, {}, POISON);
      },
    },
  },
  removeVehicle: {
    good: async (app) => {
      const user = await aUser(app);
      return app.request('DELETE', `/api/vehicles/${(await aVehicle(app, user)).id}`, { token: user.token });
    },
    errors: { 'carsApi.404': foreign('DELETE'), 'carsApi.hidden': hidden('DELETE') },
  },
};
