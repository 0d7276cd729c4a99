import { sql } from 'kysely';
import { addMonths } from '#contract/periods.ts';
import { DAY } from '#contract/time.ts';
import type { Store } from '#server/db/store.ts';
import { isoTime } from '#server/ports/clock.ts';

/** Days of registrations and payments, and days between them: a year together. */
const DAYS = 23;
const STEP = 16 * DAY;

/** The same share of users registered, and paid, on each day. */
const isOfDay = (day: number) => sql<boolean>`id % ${sql.lit(DAYS)} = ${sql.lit(day)}`;

/**
 * Spreads the users and completed orders of `fillAdminLists` over the last year. Every order is paid; half of them for a year, the others for
 * three months.
 */
export async function fillRevenue({ db, kind }: Store): Promise<void> {
  const now = Date.now();
  for (let day = 0; day < DAYS; day += 1) {
    const paidAt = now - day * STEP;
    await db
      .updateTable('users')
      .set({ created_at: isoTime(paidAt - 10 * DAY) })
      .where(isOfDay(day))
      .execute();
    for (const [rest, payment_months] of [3, 12].entries()) {
      const period = { tariff_start_date: isoTime(paidAt), tariff_end_date: isoTime(addMonths(paidAt, payment_months)) };
      const orders = await db
        .updateTable('orders')
        .set({
          payment_months,
          amount_due: 300 * payment_months,
          confirmed_at: isoTime(paidAt),
          completed_at: isoTime(paidAt),
          ...period,
          is_in_force: 1,
        })
        .where('status', '=', 'completed')
        .where(isOfDay(day))
        .where(sql<boolean>`id % 2 = ${sql.lit(rest)}`)
        .returning('user_id')
        .execute();
      const ids = orders.flatMap(({ user_id }) => user_id ?? []);
      if (ids.length > 0)
        await db
          .updateTable('users')
          .set({ tariff: 'family', ...period })
          .where('id', 'in', ids)
          .execute();
    }
  }
  // A payment for each order.
  await sql`insert into income (paid_on, booked_at, kind, source, change, currency, dollars, tariff, order_code, user_id, search_text)
    select substr(confirmed_at, 1, 10), confirmed_at, 'payment', 'manual', amount_due, 'USD', amount_due, tariff_change, code, user_id, code
    from orders where confirmed_at is not null`.execute(db);
  await sql.raw(kind === 'sqlite' ? 'analyze' : 'vacuum analyze').execute(db);
}
