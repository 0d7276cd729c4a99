import { ARCHIVED_MAX } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import type { Answer, TestApp } from '#tests/support/app.ts';
import { aUser, aVehicle, type TestUser } from '#tests/support/builders.ts';
import { fillVehicles } from '#tests/support/fill.ts';
import type { Provoke, Scenarios } from './scenario.ts';
import { aForeignVehicle, aHiddenVehicle, anArchivedVehicle } from './vehicles.ts';

const archive = (app: TestApp, { token }: TestUser, id: number): Promise<Answer> =>
  app.request('POST', `/api/vehicles/${id}/archive`, { token });
const restore = (app: TestApp, { token }: TestUser, id: number): Promise<Answer> =>
  app.request('POST', `/api/vehicles/${id}/restore`, { token });

/** On the basic tariff, restores a vehicle that was archived so many days ago and was replaced by another one. */
const restoreReplaced =
  (days: number): Provoke =>
  async (app) => {
    const { user, id } = await anArchivedVehicle(app);
    const archived_at = isoTime(app.clock.now() - days * DAY);
    await app.store.db.updateTable('vehicles').set({ archived_at }).where('id', '=', id).execute();
    await aVehicle(app, user);
    return restore(app, user, id);
  };

export const archiveScenarios: Record<string, Scenarios> = {
  listArchivedVehicles: {
    good: async (app) => app.request('GET', '/api/vehicles/archived', { token: (await anArchivedVehicle(app)).user.token }),
    errors: {},
  },
  archiveVehicle: {
    good: async (app) => {
      const user = await aUser(app);
      return archive(app, user, (await aVehicle(app, user)).id);
    },
    errors: {
      'carsApi.404': async (app) => {
        const { user, id } = await aForeignVehicle(app);
        return archive(app, user, id);
      },
      'carsApi.archiveLimit': async (app) => {
        const user = await aUser(app, { tariff: 'business' });
        const { id } = await aVehicle(app, user, 'bicycle');
        await fillVehicles(app.store, id, ARCHIVED_MAX);
        const archived_at = isoTime(app.clock.now());
        await app.store.db.updateTable('vehicles').set({ archived_at }).where('user_id', '=', user.id).where('id', '<>', id).execute();
        return archive(app, user, id);
      },
    },
  },
  restoreVehicle: {
    good: async (app) => {
      const { user, id } = await anArchivedVehicle(app);
      return restore(app, user, id);
    },
    errors: {
      'carsApi.404': async (app) => {
        const { user, id } = await aForeignVehicle(app);
        return restore(app, user, id);
      },
      'carsApi.hidden': async (app) => {
        const { user, id } = await aHiddenVehicle(app);
        return restore(app, user, id);
      },
      'carsApi.restoreEarly': restoreReplaced(2),
      'carsApi.restoreLimit': restoreReplaced(31),
    },
  },
};
