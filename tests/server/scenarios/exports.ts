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

/** Five requests at once for an account with a photo: at least one of them begins while another one runs. */
const atOnce: Provoke = async (app) => {
  const user = await aUser(app);
  await aVehicle(app, user);
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.request('GET', PATH, { token: user.token })));
  const rejected = answers.find(({ status }) => status === 429);
  if (!rejected) throw new Error('no request was rejected');
  return rejected;
};

export const exportScenarios: Record<string, Scenarios> = {
  exportData: { good: ofOwner, errors: { 'exportApi.limit': whileLimited, 'exportApi.running': atOnce } },
};
