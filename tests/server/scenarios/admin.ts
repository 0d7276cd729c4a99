import { IMAGE_BYTES } from '#contract/limits.ts';
import { advertBody, allAdverts, postAdvertImage, putAdverts, shownAdverts } from '#tests/support/adverts.ts';
import { anAdmin } from '#tests/support/orders.ts';
import type { Scenarios } from './scenario.ts';
import { POISON } from './vehicles.ts';

export const adminScenarios: Record<string, Scenarios> = {
  getAdverts: {
    good: async (app) => {
      await putAdverts(app, await anAdmin(app), [advertBody()]);
      return shownAdverts(app, 'ru');
    },
    errors: {
      'advertisingApi.400': (app) => shownAdverts(app, 'de'),
      'advertisingApi.404': async (app) => {
        await putAdverts(app, await anAdmin(app), []);
        return shownAdverts(app, 'en');
      },
    },
  },
  getAllAdverts: {
    good: async (app) => app.request('GET', '/api/advertising/getAdvertising-all', { token: (await anAdmin(app)).token }),
    errors: {},
  },
  updateAdverts: {
    good: async (app) => putAdverts(app, await anAdmin(app), [advertBody()]),
    errors: {
      'advertisingApi.update.409': async (app) => {
        const admin = await anAdmin(app);
        await putAdverts(app, admin, [advertBody()]);
        const [advert] = await allAdverts(app, admin);
        await putAdverts(app, admin, []);
        return putAdverts(app, admin, [advert]);
      },
    },
  },
  uploadAdvertImage: {
    good: async (app) => postAdvertImage(app, await anAdmin(app)),
    errors: {
      'imageApi.413': async (app) => postAdvertImage(app, await anAdmin(app), Buffer.alloc(IMAGE_BYTES + 1)),
      'imageApi.422': async (app) => postAdvertImage(app, await anAdmin(app), Buffer.from('no picture')),
      'imageApi.502': async (app) => postAdvertImage(app, await anAdmin(app), POISON),
    },
  },
  setVisits: { good: (app) => app.request('POST', '/api/statistics/set-visits'), errors: {} },
  getVisits: {
    good: async (app) => app.request('GET', '/api/statistics/get-visits', { token: (await anAdmin(app)).token }),
    errors: {},
  },
  getRevenue: {
    good: async (app) => app.request('GET', '/api/statistics/revenue', { token: (await anAdmin(app)).token }),
    errors: {},
  },
  getOverview: {
    good: async (app) => app.request('GET', '/api/admin/overview', { token: (await anAdmin(app)).token }),
    errors: {},
  },
  listFailedMails: {
    good: async (app) => app.request('GET', '/api/admin/mails/failed', { token: (await anAdmin(app)).token }),
    errors: {},
  },
  listAudit: { good: async (app) => app.request('GET', '/api/admin/audit?q=order', { token: (await anAdmin(app)).token }), errors: {} },
};
