import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMonths } from '#contract/periods.ts';
import { ORDER_STATUSES, PAID_TARIFFS, TARIFFS } from '#contract/tariffs.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { tariffInForce } from '#server/features/tariffs/tariffs.rules.ts';
import { isoTime } from '#server/ports/clock.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aSession, aUser } from '#tests/support/builders.ts';
import { activatePayments, anAdmin, anOrder, postOrder, userOf } from '#tests/support/orders.ts';

const months = fc.integer({ min: 1, max: 12 });
const who = fc.nat({ max: 1 });

/** Every operation of a user, the administrator or the clock; `who` is one of two users. */
const operation = fc.oneof(
  fc.record({ kind: fc.constant('order' as const), who, tariff_change: fc.constantFrom(...PAID_TARIFFS), payment_months: months }),
  fc.record({ kind: fc.constant('cancel' as const), who }),
  fc.record({ kind: fc.constant('step' as const), who, status: fc.constantFrom(...ORDER_STATUSES) }),
  fc.record({ kind: fc.constant('next' as const), who }),
  fc.record({ kind: fc.constant('delete' as const), who, newest: fc.boolean() }),
  fc.record({ kind: fc.constant('by hand' as const), who, tariff: fc.constantFrom(...TARIFFS), payment_months: months }),
  fc.record({ kind: fc.constant('price' as const), tariff: fc.constantFrom(...PAID_TARIFFS), price: fc.constantFrom(0, 0.01, 3, 9.99) }),
  fc.record({ kind: fc.constant('payment' as const), isActive: fc.boolean() }),
  fc.record({ kind: fc.constant('time' as const), hours: fc.constantFrom(0.4, 1, 24, 24 * 27, 24 * 32, 24 * 366), jobs: fc.boolean() }),
);
type Operation = typeof operation extends fc.Arbitrary<infer D> ? D : never;

/** What gives or takes paid time; orders come most often, so that many are there to delete. */
const paidTime = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), months }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('continue' as const), months }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('by hand' as const), months }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('time' as const), days: fc.constantFrom(3, 31, 200) }) },
);

describe.each(DATABASES)('any sequence of operations on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function perform(done: Operation, ids: readonly number[]): Promise<number | undefined> {
    if (done.kind === 'time') {
      app.clock.advance(done.hours * HOUR);
      if (done.jobs) await app.runJobs();
      return undefined;
    }
    const { token } = await anAdmin(app);
    if (done.kind === 'payment') return void (await activatePayments(app, done.isActive ? 1 : 0));
    if (done.kind === 'price') return (await app.request('PATCH', '/api/prices/price', { token, body: [{ ...done }] })).status;
    const id = ids[done.who] ?? 0;
    const owner = { token: await aSession(app, id) };
    if (done.kind === 'order') return (await postOrder(app, owner, done)).status;
    if (done.kind === 'by hand') return (await app.request('PATCH', `/api/admin/users/${id}/tariff`, { token, body: done })).status;
    const rows = await app.store.db.selectFrom('orders').select(['code', 'status']).where('user_id', '=', id).orderBy('id').execute();
    const row = done.kind === 'delete' && !done.newest ? rows[0] : rows.at(-1);
    if (!row) return undefined;
    if (done.kind === 'cancel') return (await app.request('DELETE', `/api/orders/${row.code}`, owner)).status;
    const path = `/api/admin/orders/${row.code}`;
    if (done.kind === 'delete') return (await app.request('DELETE', path, { token })).status;
    const status = done.kind === 'next' ? ORDER_STATUSES[ORDER_STATUSES.indexOf(row.status) + 1] : done.status;
    return (await app.request('PATCH', path, { token, body: { status } })).status;
  }

  /** Checks the invariants that every sequence must keep. */
  async function expectInvariants(ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      const user = await app.store.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const orders = await app.store.db.selectFrom('orders').selectAll().where('user_id', '=', id).execute();
      const byHand = await app.store.db.selectFrom('audit').select('after').where('subject', '=', `user ${id}`).execute();
      expect(orders.filter(({ status }) => status !== 'completed').length, 'open orders').toBeLessThanOrEqual(1);
      for (const order of orders) {
        const isCompleted = order.status === 'completed';
        expect([order.tariff_start_date !== null, order.tariff_end_date !== null]).toEqual([isCompleted, isCompleted]);
        if (isCompleted) expect(order.tariff_start_date?.localeCompare(order.tariff_end_date ?? '')).toBe(-1);
      }
      const { tariff, tariff_start_date: start, tariff_end_date: end } = user;
      expect([start !== null, end !== null], 'only a paid tariff has dates').toEqual([tariff !== 'basic', tariff !== 'basic']);
      if (tariff === 'basic' || !start || !end) continue;
      expect(start < end, 'a period starts before it ends').toBe(true);
      const isPaid = orders.some(
        (order) => order.tariff_change === tariff && order.tariff_start_date === start && order.tariff_end_date === end,
      );
      const isByHand = byHand.some(({ after }) => after?.includes(`"tariff":"${tariff}"`) && after.includes(start) && after.includes(end));
      expect(isPaid || isByHand, 'a paid tariff was ordered or set by hand').toBe(true);
      const open = orders.find(({ status }) => status !== 'completed');
      if (open) expect(tariffInForce(user, app.clock.now()), 'no open order during a paid period').toBe('basic');
    }
  }

  test('keeps all invariants and causes no server error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 25 }), async (operations) => {
        await activatePayments(app);
        const ids = [(await aUser(app)).id, (await aUser(app)).id];
        for (const done of operations) {
          expect((await perform(done, ids)) ?? 0, JSON.stringify(done)).toBeLessThan(500);
          await expectInvariants(ids);
        }
      }),
      { numRuns: 25, seed: 5 },
    );
  });

  test('a deleted order takes away what it paid for, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(paidTime, { minLength: 3, maxLength: 12 }), async (operations) => {
        await activatePayments(app);
        // The other test changes the prices; an order of 0 dollars is completed at once.
        await app.store.db.updateTable('prices').set({ price: 300 }).where('tariff', '=', 'family').execute();
        const { id } = await aUser(app);
        const period = new PaidPeriod();
        const codes: string[] = [];
        for (const done of operations) {
          app.clock.advance(1000);
          const now = app.clock.now();
          const admin = await anAdmin(app);
          const byHand = (body: object) => app.request('PATCH', `/api/admin/users/${id}/tariff`, { token: admin.token, body });
          if (done.kind === 'time') app.clock.advance(done.days * DAY);
          if (done.kind === 'by hand' && (await byHand({ tariff: 'family', payment_months: done.months })).status === 200) {
            period.begin(now, { months: done.months });
          }
          if (
            done.kind === 'continue' &&
            (await byHand({ tariff: 'family', payment_months: done.months, from_end: true })).status === 200
          ) {
            period.parts.push({ months: done.months });
          }
          if (done.kind === 'order' && period.end() <= now) {
            const { order_code: code } = await anOrder(
              app,
              { token: await aSession(app, id) },
              { payment_months: done.months, status: 'completed' },
            );
            period.begin(now, { months: done.months, code });
            codes.push(code);
          }
          const code = done.kind === 'delete' ? codes.splice(done.which % Math.max(codes.length, 1), 1)[0] : undefined;
          if (code !== undefined) {
            expect((await app.request('DELETE', `/api/admin/orders/${code}`, { token: admin.token })).status).toBe(200);
            if (period.paidBy(now) === code)
              period.begin(now, { months: period.parts.slice(1).reduce((sum, part) => sum + part.months, 0) });
          }
          const shown = await userOf(app, { token: await aSession(app, id) });
          if (shown.tariff_start_date !== null && period.start === now) {
            expect(Date.parse(shown.tariff_start_date) - now, 'a period begins with the operation').toBeLessThan(HOUR);
            period.start = Date.parse(shown.tariff_start_date);
          }
          expect(shown, JSON.stringify(operations)).toMatchObject(period.shown(app.clock.now()));
        }
      }),
      { numRuns: 15, seed: 11 },
    );
  });
});

interface Part {
  months: number;
  /** The order that paid for it. */
  code?: string;
}

/** A paid period as its parts, the slow and obvious way: each begins where the one before ends. */
class PaidPeriod {
  start = 0;
  parts: Part[] = [];

  begin(at: number, part: Part): void {
    this.start = at;
    this.parts = [part];
  }

  end(count = this.parts.length): number {
    return this.parts.slice(0, count).reduce((at, { months }) => addMonths(at, months), this.start);
  }

  paidBy(now: number): string | undefined {
    return now < this.end(1) ? this.parts[0]?.code : undefined;
  }

  shown(now: number): object {
    if (now >= this.end()) return { tariff: 'basic', tariff_start_date: null, tariff_end_date: null, status: null, order_code: null };
    const dates = { tariff_start_date: isoTime(this.start), tariff_end_date: isoTime(this.end()) };
    return { tariff: 'family', ...dates, status: 'completed', order_code: this.paidBy(now) ?? null };
  }
}
