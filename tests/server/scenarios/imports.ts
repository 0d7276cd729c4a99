import { randomBytes } from 'node:crypto';
import { IMPORT_BYTES } from '#contract/limits.ts';
import { userSubjects } from '#server/features/buckets/buckets.rules.ts';
import type { TestApp } from '#tests/support/app.ts';
import { whileUsedUp } from '#tests/support/buckets.ts';
import { aUser, aVehicle, recordBody, type TestUser } from '#tests/support/builders.ts';
import { confirmImport, exportedZip, uploadFile } from '#tests/support/imports.ts';
import { zipWith } from '#tests/support/zip.ts';
import type { Provoke, Scenarios } from './scenario.ts';

/** The export of a car with one record. */
async function aFile(app: TestApp): Promise<Buffer> {
  const user = await aUser(app);
  const { id } = await aVehicle(app, user);
  await app.request('POST', `/api/vehicles/${id}/records`, { token: user.token, body: recordBody() });
  return exportedZip(app, user);
}

async function aPreview(app: TestApp): Promise<{ user: TestUser; id: number }> {
  const user = await aUser(app);
  return { user, id: (await uploadFile(app, user, await aFile(app))).body.data.id };
}

async function done(app: TestApp): Promise<{ user: TestUser; id: number }> {
  const preview = await aPreview(app);
  await confirmImport(app, preview.user, preview.id);
  return preview;
}

const reading =
  (bytes: (app: TestApp) => Promise<Uint8Array | string> | Uint8Array | string): Provoke =>
  async (app) =>
    uploadFile(app, await aUser(app), await bytes(app));

const whileLimited: Provoke = async (app) => {
  const user = await aUser(app);
  return whileUsedUp(app, `${userSubjects(user.id)}imports`, () => uploadFile(app, user, 'x'));
};

/** Several requests at once, repeated until two of them overlap: the first one may end before the file of the next has arrived. */
const twice: Provoke = async (app) => {
  const file = await aFile(app);
  for (;;) {
    const user = await aUser(app);
    const answers = await Promise.all(Array.from({ length: 3 }, () => uploadFile(app, user, file)));
    const rejected = answers.find(({ status }) => status === 429);
    if (rejected) return rejected;
  }
};

const nothing: Provoke = async (app) => {
  const { user, id } = await aPreview(app);
  const body = { vehicles: [{ index: 0, target: 'nowhere' }] };
  await app.request('PATCH', `/api/imports/${id}`, { token: user.token, body });
  return confirmImport(app, user, id);
};

const changed: Provoke = async (app) => {
  const { user, id } = await aPreview(app);
  await aVehicle(app, user);
  return confirmImport(app, user, id);
};

const patch =
  (find: (app: TestApp) => Promise<{ user: TestUser; id: number }>, target: unknown): Provoke =>
  async (app) => {
    const { user, id } = await find(app);
    return app.request('PATCH', `/api/imports/${id}`, { token: user.token, body: { vehicles: [{ index: 0, target }] } });
  };

/** The preview of a table with one record. */
async function aTable(app: TestApp, table = 'date,title,cost\n2021-01-01,Oil,5\n'): Promise<{ user: TestUser; id: number }> {
  const user = await aUser(app);
  await aVehicle(app, user);
  return { user, id: (await uploadFile(app, user, table)).body.data.id };
}

const readAgain = (app: TestApp, { user, id }: { user: TestUser; id: number }, body: object = {}) =>
  app.request('PUT', `/api/imports/${id}/table`, { token: user.token, body });

const again =
  (find: (app: TestApp) => Promise<{ user: TestUser; id: number }>, body: object = {}): Provoke =>
  async (app) =>
    readAgain(app, await find(app), body);

const ofNobody = async (app: TestApp) => ({ user: await aUser(app), id: 999_999 });

export const importScenarios: Record<string, Scenarios> = {
  createImport: {
    good: reading(aFile),
    errors: {
      'importsApi.limit': whileLimited,
      'importsApi.running': twice,
      'importsApi.413': reading(() => new Uint8Array(IMPORT_BYTES + 1)),
      'importsApi.unknown': reading(() => 'x'),
      'importsApi.damaged': reading(async (app) => (await aFile(app)).subarray(0, 500)),
      'importsApi.version': reading(() => zipWith({ 'carnet.json': '{"version": 2, "vehicles": []}' })),
      'importsApi.tooMuch': reading(() => zipWith({ 'carnet.json': '{}', zeros: '0'.repeat(4_000_000) })),
      'importsApi.empty': reading(() => zipWith({ 'carnet.json': '{"version": 1, "vehicles": []}', noise: randomBytes(10) })),
    },
  },
  getReadRows: {
    good: async (app) => app.request('GET', '/api/imports/progress', { token: (await aUser(app)).token }),
    errors: {},
  },
  listImports: {
    good: async (app) => {
      const { user } = await aPreview(app);
      return app.request('GET', '/api/imports', { token: user.token });
    },
    errors: {},
  },
  updateImport: {
    good: patch(aPreview, 'new'),
    errors: { 'importsApi.404': patch(ofNobody, 'new'), 'importsApi.done': patch(done, 'new'), 'carsApi.404': patch(aPreview, 999_999) },
  },
  readTableAgain: {
    good: again(aTable),
    errors: {
      'importsApi.404': again(ofNobody),
      'importsApi.done': async (app) => {
        const table = await aTable(app);
        await confirmImport(app, table.user, table.id);
        return readAgain(app, table);
      },
      'importsApi.limit': async (app) => {
        const table = await aTable(app);
        return whileUsedUp(app, `${userSubjects(table.user.id)}imports`, () => readAgain(app, table));
      },
      'importsApi.running': async (app) => {
        for (;;) {
          const table = await aTable(app);
          const answers = await Promise.all(Array.from({ length: 3 }, () => readAgain(app, table)));
          const rejected = answers.find(({ status }) => status === 429);
          if (rejected) return rejected;
        }
      },
      'importsApi.unknown': again(aTable, { encoding: 'utf-16le' }),
      'importsApi.damaged': again((app) => aTable(app, `date,x\n2021-01-01,"5""${'漢'.repeat(20_000)}"\n`), { encoding: 'windows-1251' }),
    },
  },
  confirmImport: {
    good: async (app) => {
      const { user, id } = await aPreview(app);
      return confirmImport(app, user, id);
    },
    errors: {
      'importsApi.404': async (app) => confirmImport(app, await aUser(app), 999_999),
      'importsApi.nothing': nothing,
      'importsApi.changed': changed,
    },
  },
  removeImport: {
    good: async (app) => {
      const { user, id } = await done(app);
      return app.request('DELETE', `/api/imports/${id}`, { token: user.token });
    },
    errors: { 'importsApi.404': async (app) => app.request('DELETE', '/api/imports/999999', { token: (await aUser(app)).token }) },
  },
  getRefusedRows: {
    good: async (app) => {
      const { user, id } = await aPreview(app);
      return app.request('GET', `/api/imports/${id}/refused`, { token: user.token });
    },
    errors: { 'importsApi.404': async (app) => app.request('GET', '/api/imports/999999/refused', { token: (await aUser(app)).token }) },
  },
};
