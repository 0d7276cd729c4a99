import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import { anAccount, PASSWORD } from '#tests/support/accounts.ts';
import { DATABASES, testApp } from '#tests/support/app.ts';
import { aVehicle } from '#tests/support/builders.ts';
import { confirmImport, uploadFile } from '#tests/support/imports.ts';

describe.each(DATABASES)('deletion of a large import on %s', { timeout: 60_000 }, (kind) => {
  test('is done in parts: when it is undone, when it has expired, and with its account or vehicle', async () => {
    let deleted: string[] = [];
    const app = await testApp(kind, {
      onQuery: ({ sql }) => void deleted.push(...(/^delete from "(import_items|entries)"/.exec(sql)?.slice(1) ?? [])),
    });
    const table = `Date,Litres,Total\n${Array.from({ length: 2_100 }, (_, n) => `${2015 + (n % 10)}-01-01,${10 + n},20\n`).join('')}`;
    const imported = async () => {
      const user = await anAccount(app, { tariff: 'business' });
      const vehicle = await aVehicle(app, user);
      const { id } = (await uploadFile(app, user, table, 'fuel.csv')).body.data;
      expect((await confirmImport(app, user, id)).body.data.fresh).toBe(2_100);
      deleted = [];
      return { user, vehicle, id };
    };
    const count = (name: string) => deleted.filter((of) => of === name).length;

    const { user, vehicle, id } = await imported();
    await app.request('DELETE', `/api/imports/${id}`, { token: user.token });
    expect([count('import_items'), count('entries')]).toEqual([2, 5]);

    const other = await imported();
    expect((await app.request('DELETE', `/api/vehicles/${other.vehicle.id}`, { token: other.user.token })).status).toBe(200);
    expect(count('entries')).toBe(5);
    const at = app.clock.now();
    app.clock.now = () => at + DAY;
    await app.store.db.updateTable('jobs').set({ due_at: '2000-01-01T00:00:00.000Z' }).execute();
    await app.runJobs();
    expect(count('import_items')).toBe(2);
    app.clock.now = () => at;

    const last = await imported();
    await app.request('DELETE', `/api/vehicles/${vehicle.id}`, { token: user.token });
    deleted = [];
    const body = { password: PASSWORD };
    expect((await app.request('DELETE', '/api/users/delete', { token: last.user.token, body })).status).toBe(200);
    expect([count('import_items'), count('entries')]).toEqual([2, 5]);
    for (const name of ['imports', 'import_items', 'fills'] as const)
      expect(
        await app.store.db
          .selectFrom(name)
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirst(),
      ).toEqual({ rows: 0 });
    await app.close();
  });
});
