import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { AUDIT_FOUND_MAX } from '#contract/limits.ts';
import { MINUTE } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { DATABASES, ORDER_GRACE, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { checkIntegrity } from '#tests/support/integrity.ts';
import { ADMIN_PASSWORD, anAdmin, anOrder, type TestAdmin } from '#tests/support/orders.ts';
import { tracesOf } from '#tests/support/traces.ts';

describe.each(DATABASES)('entries of the audit log on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeEach(async () => {
    app = await testApp(kind);
    admin = await anAdmin(app);
  });
  afterEach(() => app.close());

  const read = async (query = ''): Promise<{ data: AuditEntry[]; total: number; is_more: boolean }> =>
    (await app.request('GET', `/api/admin/audit${query}`, { token: admin.token })).body;

  test('a login of an administrator is one, a wrong password is not', async () => {
    const login = (password: string) => app.request('POST', '/api/admin/login', { body: { email: admin.email, password } });
    expect((await login('Wrong-one1!')).status).toBe(401);
    expect((await login(ADMIN_PASSWORD)).status).toBe(200);
    const entry = { actor: admin.email, action: 'admin.login', subject: `admin ${admin.id}`, user_id: null, email: null };
    expect((await read('?kind=logins')).data).toMatchObject([{ ...entry, before: null, after: null }]);
  });

  test('are found by each administrator whose email begins with the search text', async () => {
    const emails = ['same-b@example.com', 'same-a@example.com', 'same', 'samf'];
    const at = isoTime(app.clock.now());
    const row = { at, action: 'prices.update', subject: 'prices', user_id: null, before: null, after: null };
    for (const actor of [...emails, ...emails])
      await app.store.db
        .insertInto('audit')
        .values({ ...row, actor })
        .execute();
    const actors = async (query: string) => (await read(`?${query}`)).data.map(({ actor }) => actor);
    const [, , , , b, a, same] = [...emails, ...emails];
    expect(await actors('q=same')).toEqual([same, a, b, same, a, b]);
    expect(await actors('q=same&kind=prices&pageSize=2')).toEqual([same, a]);
    expect(await actors('q=same-')).toEqual([a, b, a, b]);
  });

  test('the automatic start of a tariff is one, with the order before and after', async () => {
    const user = await aUser(app);
    const { order_code } = await anOrder(app, user, { status: 'confirmed' });
    app.clock.advance(ORDER_GRACE + MINUTE);
    await app.runJobs();
    admin = await anAdmin(app);
    const [entry] = (await read()).data;
    expect(entry).toMatchObject({
      ...{ actor: 'auto', action: 'order.status', subject: `order ${order_code}`, user_id: user.id, email: user.email },
      ...{ before: { status: 'confirmed' }, after: { status: 'completed', tariff_end_date: expect.any(String) } },
    });
    expect((await read('?q=auto')).data.map(({ id }) => id)).toEqual([entry?.id]);
  });

  test('keep the number of a deleted account, but not its email', async () => {
    const user = await anAccount(app);
    const { order_code } = await anOrder(app, user, { status: 'confirmed' });
    expect((await read(`?q=${user.email}`)).data).toMatchObject([{ subject: `order ${order_code}`, user_id: user.id, email: user.email }]);
    expect((await deleteUser(app, user.token)).status).toBe(200);
    await app.deliverMails();
    expect(await tracesOf(app, [user.email])).toEqual([]);
    expect((await read(`?q=${user.email}`)).data).toEqual([]);
    expect((await read(`?q=${user.id}`)).data).toMatchObject([{ subject: `order ${order_code}`, user_id: user.id, email: null }]);
    await checkIntegrity(app.store);
  });

  test(`a search finds the newest ${AUDIT_FOUND_MAX} and says that there are more`, async () => {
    const at = isoTime(app.clock.now());
    const row = { at, actor: admin.email, action: 'prices.update', subject: 'prices', user_id: null, before: null, after: null };
    for (const count of [AUDIT_FOUND_MAX / 2, AUDIT_FOUND_MAX / 2])
      await app.store.db
        .insertInto('audit')
        .values(Array.from({ length: count }, () => row))
        .execute();
    for (const query of [`q=${admin.email}`, 'kind=prices', `from=${at}`])
      expect(await read(`?${query}&pageSize=1`), query).toMatchObject({ total: AUDIT_FOUND_MAX, is_more: false });
    await app.store.db.insertInto('audit').values(row).execute();
    const newest = (await read()).data[0]?.id;
    for (const query of [`q=${admin.email}`, 'kind=prices', `from=${at}`]) {
      expect(await read(`?${query}&pageSize=1`), query).toMatchObject({ data: [{ id: newest }], total: AUDIT_FOUND_MAX, is_more: true });
      expect((await read(`?${query}&page=${AUDIT_FOUND_MAX / 20 + 1}`)).data, query).toEqual([]);
    }
    expect(await read()).toMatchObject({ total: AUDIT_FOUND_MAX + 1, is_more: false });
  });
});
