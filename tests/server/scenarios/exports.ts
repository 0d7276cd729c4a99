import { userSubjects } from '#server/features/buckets/buckets.rules.ts';
import { whileUsedUp } from '#tests/support/buckets.ts';
import { aUser, aVehicle } from '#tests/support/builders.ts';
import type { Provoke, Scenarios } from './scenario.ts';

const PATH = '/api/export';

const ofOwner: Provoke = async (app) => {
  const user = await aUser(app);
  await aVehicle(app, user);
  return app.request('GET', PATH, { token: user.token });
};

const whileLimited: Provoke = async (app) => {
  const user = await aUser(app);
  return whileUsedUp(app, `${userSubjects(user.id)}exports`, () => app.request('GET', PATH, { token: user.token }));
};

/** Two requests at once, of which one is rejected. */
const twice: Provoke = async (app) => {
  const user = await aUser(app);
  const [one, other] = await Promise.all([1, 2].map(() => app.request('GET', PATH, { token: user.token })));
  if (!one || !other) throw new Error('no answers');
  return one.status === 429 ? one : other;
};

export const exportScenarios: Record<string, Scenarios> = {
  exportData: { good: ofOwner, errors: { 'exportApi.limit': whileLimited, 'exportApi.running': twice } },
};
