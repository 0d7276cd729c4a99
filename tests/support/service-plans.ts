/** Vehicles with a service plan, used through the API. */
import type { Method } from '#contract/endpoint.ts';
import { dayNumber } from '#contract/time.ts';
import { dayText, todayAt } from '#server/features/plan/days.rules.ts';
import type { TestApp } from './app.ts';
import { aUser, aVehicle, readingBody } from './builders.ts';

type Type = 'car' | 'boat' | 'bicycle';

/** `appOf` is called when a vehicle is made, since an app is made before all tests. */
export function servicePlans(appOf: () => TestApp) {
  const today = (): string => todayAt(appOf().clock.now(), 'Europe/Kyiv');
  const inDays = (days: number): string => dayText(dayNumber(today()) + days);

  /** A vehicle without readings. */
  async function aPlan(type: Type, fields: Record<string, string> = type === 'bicycle' ? {} : { mileage: '0' }) {
    const user = await aUser(appOf(), { tariff: 'family' });
    const { id } = await aVehicle(appOf(), user, type, fields);
    const send = (method: Method, rest: string, body?: object, headers = {}) =>
      appOf().request(method, `/api/vehicles/${id}${rest}`, { token: user.token, body, headers });
    const add = async (body: object) => (await send('POST', '/plan', { title: 'Олива й фільтр', ...body })).body.data;
    const list = async () => (await send('GET', '/plan')).body.data;
    return { id, user, send, add, list };
  }

  return {
    today,
    inDays,
    aPlan,
    /** A car with 50,000 km now and 38,000 km a year ago. */
    async aDrivenCar() {
      const plan = await aPlan('car');
      for (const [reading, performedOn] of [
        [38_000, inDays(-365)],
        [50_000, today()],
      ])
        await plan.send('POST', '/readings', readingBody({ reading, performedOn }));
      return plan;
    },
  };
}
