import type { Tariff } from '#contract/tariffs.ts';
import { aUser, aVehicle } from '#tests/support/builders.ts';
import type { Provoke, Scenarios } from './scenario.ts';
import { aForeignVehicle, aHiddenVehicle } from './vehicles.ts';

/** Reads a path below a vehicle: the caller's own, another user's, or one that the tariff hides. */
const ofOwn =
  (tariff: Tariff, rest: string): Provoke =>
  async (app) => {
    const user = await aUser(app, { tariff });
    return app.request('GET', `/api/vehicles/${(await aVehicle(app, user)).id}${rest}`, { token: user.token });
  };
const of =
  (aVehicleOf: typeof aForeignVehicle, rest: string): Provoke =>
  async (app) => {
    const { user, id } = await aVehicleOf(app);
    return app.request('GET', `/api/vehicles/${id}${rest}`, { token: user.token });
  };
const ofAll =
  (tariff: Tariff): Provoke =>
  async (app) =>
    app.request('GET', '/api/statistics/vehicles', { token: (await aUser(app, { tariff })).token });

const PERIOD = '/statistics?from=2026-01-01&to=2026-12-31';
const PARTS = '/statistics/parts?code=OF-5541';

export const statisticsScenarios: Record<string, Scenarios> = {
  getVehicleStatistics: {
    good: ofOwn('family', PERIOD),
    errors: {
      'carsApi.404': of(aForeignVehicle, PERIOD),
      'carsApi.hidden': of(aHiddenVehicle, PERIOD),
      'vehicleStatisticsApi.tariff': ofOwn('basic', PERIOD),
    },
  },
  listPartPrices: {
    good: ofOwn('business', PARTS),
    errors: {
      'carsApi.404': of(aForeignVehicle, PARTS),
      'carsApi.hidden': of(aHiddenVehicle, PARTS),
      'vehicleStatisticsApi.tariff': ofOwn('family', PARTS),
    },
  },
  getConsumption: {
    good: ofOwn('basic', '/consumption'),
    errors: { 'carsApi.404': of(aForeignVehicle, '/consumption'), 'carsApi.hidden': of(aHiddenVehicle, '/consumption') },
  },
  getAllStatistics: { good: ofAll('family'), errors: { 'vehicleStatisticsApi.tariff': ofAll('basic') } },
};
