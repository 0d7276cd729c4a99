import { REPORT_RECORDS_MAX } from '#contract/limits.ts';
import type { Tariff } from '#contract/tariffs.ts';
import { userSubjects } from '#server/features/buckets/buckets.rules.ts';
import { whileUsedUp } from '#tests/support/buckets.ts';
import { aUser, aVehicle } from '#tests/support/builders.ts';
import { fillRecords } from '#tests/support/fill.ts';
import type { Provoke, Scenarios } from './scenario.ts';
import { aForeignVehicle, aHiddenVehicle } from './vehicles.ts';

type PathOf = (id: number) => string;
const one: PathOf = (id) => `/api/vehicles/${id}/report`;
const several: PathOf = (id) => `/api/reports/vehicles?ids=${id}&prices=without`;

const onOwn =
  (pathOf: PathOf, tariff: Tariff, records = 0): Provoke =>
  async (app) => {
    const user = await aUser(app, { tariff });
    const { id } = await aVehicle(app, user);
    await fillRecords(app.store, id, records);
    return app.request('GET', pathOf(id), { token: user.token });
  };
const onForeign =
  (pathOf: PathOf): Provoke =>
  async (app) => {
    const { user, id } = await aForeignVehicle(app);
    return app.request('GET', pathOf(id), { token: user.token });
  };
const onHidden =
  (pathOf: PathOf): Provoke =>
  async (app) => {
    const { user, id } = await aHiddenVehicle(app);
    return app.request('GET', pathOf(id), { token: user.token });
  };

const whileLimited =
  (pathOf: PathOf, tariff: Tariff): Provoke =>
  async (app) => {
    const user = await aUser(app, { tariff });
    const { id } = await aVehicle(app, user);
    return whileUsedUp(app, `${userSubjects(user.id)}reports`, () => app.request('GET', pathOf(id), { token: user.token }));
  };
/** Two requests at once, of which one is rejected. */
const twice =
  (pathOf: PathOf): Provoke =>
  async (app) => {
    const user = await aUser(app, { tariff: 'business' });
    const { id } = await aVehicle(app, user);
    const [one, other] = await Promise.all([1, 2].map(() => app.request('GET', pathOf(id), { token: user.token })));
    if (!one || !other) throw new Error('no answers');
    return one.status === 429 ? one : other;
  };

/** Two vehicles that are too much together. */
const tooLarge: Provoke = async (app) => {
  const user = await aUser(app, { tariff: 'business' });
  const [first, second] = [await aVehicle(app, user), await aVehicle(app, user, 'boat')];
  await fillRecords(app.store, first.id, REPORT_RECORDS_MAX);
  await fillRecords(app.store, second.id, 1);
  return app.request('GET', `/api/reports/vehicles?ids=${first.id},${second.id}`, { token: user.token });
};

export const reportScenarios: Record<string, Scenarios> = {
  getVehicleReport: {
    good: onOwn(one, 'family', 1),
    errors: {
      'carsApi.404': onForeign(one),
      'carsApi.hidden': onHidden(one),
      'reportsApi.tariff': onOwn(one, 'basic'),
      'reportsApi.limit': whileLimited(one, 'family'),
      'reportsApi.running': twice(one),
    },
  },
  getVehiclesReport: {
    good: onOwn(several, 'business', 1),
    errors: {
      'carsApi.404': onForeign(several),
      'carsApi.hidden': onHidden(several),
      'reportsApi.tariff': onOwn(several, 'family'),
      'reportsApi.tooLarge': tooLarge,
      'reportsApi.limit': whileLimited(several, 'business'),
      'reportsApi.running': twice(several),
    },
  },
};
