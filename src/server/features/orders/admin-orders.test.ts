import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ListedOrder, Order } from '#contract/orders.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import { mailText, tariffName } from '#server/texts.ts';
import { anAccount, deleteUser } from '#tests/support/accounts.ts';
import { DATABASES, ORDER_GRACE, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, type TestUser } from '#tests/support/builders.ts';
import { anAdmin, anOrder, orderRows, patchOrder, step, type TestAdmin, userOf } from '#tests/support/orders.ts';

const SECRET = 'Pays in cash on Friday';

describe.each(DATABASES)('the administrator’s work with orders on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  beforeEach(async () => {
    admin = await anAdmin(app);
    await app.forgetMails();
  });
  afterAll(() => app.close());

  const list = async (query = '') => (await app.request('GET', `/api/admin/orders${query}`, { token: admin.token })).body;
  const listed = async (code: string): Promise<ListedOrder> => (await list(`?q=${code}`)).data[0];
  const undo = (code: string, body: object = {}) =>
    app.request('POST', `/api/admin/orders/${code}/undo-payment`, { token: admin.token, body });
  const putNote = (code: string, note: string, seen?: string) =>
    app.request('PUT', `/api/admin/orders/${code}/note`, {
      token: admin.token,
      body: { note, ...(seen !== undefined && { seen: { note: seen } }) },
    });
  const subjectsTo = async ({ email }: TestUser): Promise<string[]> => {
    await app.deliverMails();
    return app.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  };
  const auditOf = async (code: string) =>
    app.store.db
      .selectFrom('audit')
      .select(['actor', 'action', 'before', 'after'])
      .where('subject', '=', `order ${code}`)
      .orderBy('id')
      .execute();

  describe('undoing the confirmation of a payment', () => {
    const receivedSubject = (code: string) => mailText('ua', 'paymentReceived.subject', { code: `${code.slice(0, 4)} ${code.slice(4)}` });
    const undoneSubject = (code: string) => mailText('ua', 'paymentUndone.subject', { code: `${code.slice(0, 4)} ${code.slice(4)}` });

    test('returns the order to the waiting ones, and the job starts no tariff', async () => {
      const user = await aUser(app);
      const { order_code } = await anOrder(app, user, { status: 'confirmed' });
      const { confirmed_at, completes_at } = await listed(order_code);
      expect(Date.parse(String(completes_at)) - Date.parse(String(confirmed_at))).toBe(ORDER_GRACE);
      expect(await undo(order_code, { confirmed_at })).toMatchObject({
        status: 200,
        body: { code: 'tariffApi.undo.success', data: { status: 'processing', confirmed_at: null, completes_at: null } },
      });
      expect(await auditOf(order_code)).toMatchObject([{ action: 'order.status' }, { actor: admin.email, action: 'order.undo' }]);
      app.clock.advance(ORDER_GRACE + MINUTE);
      await app.runJobs();
      admin = await anAdmin(app);
      expect(await userOf(app, user)).toMatchObject({ status: 'processing', tariff: 'basic' });
      expect((await patchOrder(app, admin, order_code, 'completed')).body.code).toBe('tariffApi.status.sequence');
      expect((await patchOrder(app, admin, order_code, 'confirmed')).status).toBe(200);
    });

    test('emails the user if the email about the payment was sent', async () => {
      const user = await aUser(app);
      const { order_code } = await anOrder(app, user);
      await subjectsTo(user);
      app.mails.length = 0;
      await step(app, admin, order_code, 'confirmed');
      expect(await subjectsTo(user)).toEqual([receivedSubject(order_code)]);
      await undo(order_code);
      expect(await subjectsTo(user)).toEqual([receivedSubject(order_code), undoneSubject(order_code)]);
      const [, mail] = app.mails.filter(({ to }) => to === user.email);
      expect(mail?.text).toContain(tariffName('ua', 'family'));
    });

    test('withdraws the email about the payment if no attempt to send it has begun, and sends none', async () => {
      const user = await aUser(app);
      const { order_code } = await anOrder(app, user);
      await subjectsTo(user);
      app.mails.length = 0;
      await step(app, admin, order_code, 'confirmed');
      await subjectsTo(user);
      // As if its delivery had not begun.
      const untried = { tries: 0, sent_at: null, next_try_at: '9999-01-01T00:00:00.000Z' };
      await app.store.db
        .updateTable('mails')
        .set(untried)
        .where('recipient', '=', user.email)
        .where('kind', '=', 'paymentReceived')
        .execute();
      await undo(order_code);
      const rows = await app.store.db
        .selectFrom('mails')
        .select(['kind', 'next_try_at', 'text_body'])
        .where('recipient', '=', user.email)
        .where('kind', 'in', ['paymentReceived', 'paymentUndone'])
        .execute();
      expect(rows).toEqual([{ kind: 'paymentReceived', next_try_at: null, text_body: '' }]);
    });

    test('is rejected once the tariff has started, for a card payment, and for another confirmation than the one seen', async () => {
      const { order_code: started } = await anOrder(app, await aUser(app), { status: 'completed' });
      const { order_code: byCard } = await anOrder(app, await aUser(app), { status: 'confirmed' });
      await app.store.db.updateTable('orders').set({ is_card_paid: 1 }).where('code', '=', byCard).execute();
      const { order_code: again } = await anOrder(app, await aUser(app), { status: 'confirmed' });
      const { confirmed_at } = await listed(again);
      await undo(again);
      app.clock.advance(1);
      await step(app, admin, again, 'confirmed');
      const before = await orderRows(app);
      expect((await undo(started)).body.code).toBe('tariffApi.undo.started');
      expect((await undo(byCard)).body.code).toBe('tariffApi.undo.card');
      expect((await undo(again, { confirmed_at })).body.code).toBe('tariffApi.status.changed');
      expect(await orderRows(app)).toEqual(before);
      expect(await listed(byCard)).toMatchObject({ is_card_paid: true });
    });

    test('an order that was undone and confirmed again while the job runs waits for its whole grace time', async () => {
      const user = await aUser(app);
      const { order_code } = await anOrder(app, user, { status: 'confirmed' });
      app.clock.advance(ORDER_GRACE + MINUTE);
      const second = await anAdmin(app);
      app.beforeTransaction(async () => {
        await app.request('POST', `/api/admin/orders/${order_code}/undo-payment`, { token: second.token, body: {} });
        await step(app, second, order_code, 'confirmed');
      });
      await app.runJobs();
      expect(await userOf(app, user)).toMatchObject({ status: 'confirmed', tariff: 'basic' });
      app.clock.advance(ORDER_GRACE + MINUTE);
      await app.runJobs();
      expect(await userOf(app, user)).toMatchObject({ status: 'completed', tariff: 'family' });
    });
  });

  describe('the internal note', () => {
    test('is shown to administrators, and its text is in no answer to the user and not in the audit log', async () => {
      const user = await aUser(app);
      const { order_code } = await anOrder(app, user);
      expect(await putNote(order_code, `  ${SECRET}\nsecond line `)).toMatchObject({
        status: 200,
        body: { data: { note: `${SECRET}\nsecond line` } },
      });
      expect(await listed(order_code)).toMatchObject({ note: `${SECRET}\nsecond line` });
      await putNote(order_code, `${SECRET}\nsecond line`);
      await step(app, admin, order_code, 'confirmed');
      const own = await app.request('GET', '/api/orders/current', { token: user.token });
      expect(JSON.stringify([own.body, await userOf(app, user)])).not.toContain(SECRET);
      const entries = await auditOf(order_code);
      expect(entries.map(({ action }) => action)).toEqual(['order.note', 'order.status']);
      expect(entries[0]).toMatchObject({ actor: admin.email, before: null, after: null });
      expect(JSON.stringify(entries)).not.toContain(SECRET);
      expect((await putNote(order_code, '')).body.data.note).toBe('');
    });

    test('is not overwritten if it has changed since it was seen', async () => {
      const { order_code } = await anOrder(app, await aUser(app));
      expect((await putNote(order_code, 'first', '')).status).toBe(200);
      expect(await putNote(order_code, 'second', '')).toMatchObject({ status: 409, body: { code: 'adminApi.changed' } });
      expect(await listed(order_code)).toMatchObject({ note: 'first' });
      expect((await putNote(order_code, 'second', 'first')).status).toBe(200);
      expect(await putNote(order_code, 'x'.repeat(1_001))).toMatchObject({ status: 400, body: { errors: [{ field: 'note' }] } });
    });

    test('is erased with the account', async () => {
      const user = await anAccount(app);
      const { order_code } = await anOrder(app, user, { status: 'completed' });
      await putNote(order_code, SECRET);
      expect((await deleteUser(app, user.token)).status).toBe(200);
      expect(await app.store.db.selectFrom('orders').select('note').where('code', '=', order_code).execute()).toEqual([{ note: '' }]);
    });
  });

  describe('the list', () => {
    test('has unpaid orders first, counts each status, and names tariff and payment', async () => {
      const codes: Record<string, string> = {};
      for (const status of ['completed', 'confirmed', 'processing', 'completed'] as const)
        codes[status] = (await anOrder(app, await aUser(app), { status })).order_code;
      const { data, total, counts } = await list('?pageSize=100');
      const statuses = data.map(({ status }: Order) => status);
      const ranks = statuses.map((status: string) => ['processing', 'confirmed', 'completed'].indexOf(status));
      expect(ranks).toEqual(ranks.toSorted((a: number, b: number) => a - b));
      const countOf = (status: string) => statuses.filter((one: string) => one === status).length;
      expect({ total, counts }).toEqual({
        total: data.length,
        counts: { processing: countOf('processing'), confirmed: countOf('confirmed'), completed: countOf('completed') },
      });
      expect((await list('?status=confirmed')).counts).toEqual(counts);
      expect((await list('?q=x')).counts).toBeNull();
      expect(await listed(codes.confirmed ?? '')).toMatchObject({
        tariff_from: 'basic',
        tariff_change: 'family',
        is_card_paid: false,
        completed_at: null,
        confirmed_at: expect.stringMatching(/^\d{4}-/),
      });
    });

    test('shows and counts the orders of the chosen time, and sums them', async () => {
      app.clock.advance(400 * DAY);
      admin = await anAdmin(app);
      const at = (): string => new Date(app.clock.now()).toISOString();
      const from = at();
      const { order_code: first } = await anOrder(app, await aUser(app), { payment_months: 2 });
      app.clock.advance(DAY);
      const to = at();
      const { order_code: second } = await anOrder(app, await aUser(app), { status: 'confirmed', payment_months: 5 });
      admin = await anAdmin(app);
      const codes = async (query: string) => (await list(query)).data.map(({ order_code }: Order) => order_code);
      expect(await codes(`?from=${from}`)).toEqual([first, second]);
      expect(await codes(`?from=${from}&to=${to}`)).toEqual([first]);
      expect(await codes(`?from=${to}`)).toEqual([second]);
      expect(await codes(`?from=${from}&to=${to}&q=${second}`)).toEqual([]);
      expect(await codes(`?from=${to}&q=${second}`)).toEqual([second]);
      expect((await list(`?from=${from}&status=completed`)).counts).toEqual({ processing: 1, confirmed: 1, completed: 0 });
      const sums = async (query: string) => (await app.request('GET', `/api/admin/orders/sums${query}`, { token: admin.token })).body;
      expect(await sums(`?from=${from}`)).toEqual({ success: true, count: 2, amount_due: 21 });
      expect(await sums(`?from=${from}&status=confirmed`)).toMatchObject({ count: 1, amount_due: 15 });
      expect(await sums(`?from=${from}&status=completed`)).toMatchObject({ count: 0, amount_due: 0 });
      for (const wrong of ['?from=yesterday', '?to=2026-13-01T00:00:00Z', '?status=paid'])
        expect((await app.request('GET', `/api/admin/orders${wrong}`, { token: admin.token })).status).toBe(400);
    });
  });
});
