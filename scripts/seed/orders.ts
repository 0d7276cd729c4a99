import { LANGUAGES, type Language } from '#contract/languages.ts';
import type { OrderStatus, PaidTariff, Tariff } from '#contract/tariffs.ts';
import { DAY } from '#contract/time.ts';
import type { Store } from '#server/db/store.ts';
import { bookingsService } from '#server/features/income/bookings.service.ts';
import { incomeRepo } from '#server/features/income/income.repo.ts';
import { ordersRepo } from '#server/features/orders/orders.repo.ts';
import { transfersOf } from '#server/features/orders/transfers.rules.ts';
import { paymentsRepo } from '#server/features/payments/payments.repo.ts';
import { periodFrom } from '#server/features/periods/periods.rules.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';

const now = Date.now();
/** Of the Ukrainian account, in ten-thousandths. */
const RATE = 415_000;
const MONTHS = 6;
const CENTS: Record<PaidTariff, number> = { family: 300, business: 900 };

/** The current period of the demo users with a paid tariff. */
export const RUNNING = periodFrom(now - 40 * DAY, MONTHS);

/** Fictitious bank details with a valid IBAN checksum. */
const PAYEES: Record<Language, { payee_details: string; payment_purpose: string }> = {
  ua: { payee_details: 'ФОП Коваль Олена Петрівна', payment_purpose: 'Оплата тарифу Carnet, код замовлення' },
  ru: { payee_details: 'ФЛП Коваль Елена Петровна', payment_purpose: 'Оплата тарифа Carnet, код заказа' },
  en: { payee_details: 'Olena Koval, sole trader', payment_purpose: 'Carnet tariff, order code' },
};

const TRANSFER = { transfer_currency: 'UAH', transfer_rate: RATE, rated_on: isoTime(now - DAY).slice(0, 10) } as const;

/** Sets payment details in three languages and enables orders. */
export async function seedPayments({ db }: Store): Promise<void> {
  for (const lang of LANGUAGES) {
    await paymentsRepo(db).upsert({
      lang,
      ...PAYEES[lang],
      iban: 'UA213223130000026007233566001',
      edrpou: '1234567890',
      is_active: 1,
      ...TRANSFER,
    });
  }
}

interface DemoOrder {
  tariff: PaidTariff;
  months: number;
  status: OrderStatus;
  daysAgo: number;
}

async function seedOrder(store: Store, userId: number | null, { tariff, months, status, daysAgo }: DemoOrder): Promise<void> {
  const at = now - daysAgo * DAY;
  const period = daysAgo === 40 ? RUNNING : periodFrom(at, months);
  const code = cryptoTokens.newOrderCode();
  await ordersRepo(store.db).insert({
    code,
    user_id: userId,
    tariff_change: tariff,
    payment_months: months,
    amount_due: CENTS[tariff] * months,
    ...(status === 'processing' && { transfers: transfersOf(CENTS[tariff] * months, 'ua', await paymentsRepo(store.db).list()) }),
    status,
    created_at: isoTime(at - DAY),
    confirmed_at: status === 'processing' ? null : isoTime(at),
    completed_at: status === 'completed' ? isoTime(at) : null,
    ...(status === 'completed' ? period : { tariff_start_date: null, tariff_end_date: null }),
    is_in_force: period === RUNNING ? 1 : 0,
    continued_at: status === 'completed' && period !== RUNNING ? RUNNING.tariff_start_date : null,
  });
  if (status === 'processing') return;
  const booking = { kind: 'payment', source: 'manual', cents: CENTS[tariff] * months, currency: 'USD', order: { code, tariff } } as const;
  await store.transaction((tx) =>
    bookingsService({ clock: { now: () => at } }).record({ income: incomeRepo(tx) }, { ...booking, userId, isAnother: true }),
  );
}

/** A user with a paid tariff gets the order for it and an earlier one; a user with the basic tariff gets an order that awaits payment. */
export async function seedOrders(store: Store, userId: number, tariff: Tariff): Promise<void> {
  if (tariff === 'basic') {
    await seedOrder(store, userId, { tariff: 'family', months: 3, status: 'processing', daysAgo: 0 });
    return;
  }
  await seedOrder(store, userId, { tariff: 'family', months: 12, status: 'completed', daysAgo: 420 });
  await seedOrder(store, userId, { tariff, months: MONTHS, status: 'completed', daysAgo: 40 });
}

/** A confirmed order of a deleted account: the order is kept. */
export async function seedPaid(store: Store): Promise<void> {
  await seedOrder(store, null, { tariff: 'business', months: 1, status: 'confirmed', daysAgo: 0 });
}
