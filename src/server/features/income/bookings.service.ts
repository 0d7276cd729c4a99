import type { IncomeKind } from '#contract/income.ts';
import type { PaidTariff } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import type { IncomeRepo, IncomeRow } from './income.repo.ts';
import { changeOf, DOLLARS, searchTextOf } from './income.rules.ts';
import { dollarsOf, type Worth } from './worth.rules.ts';

export type { IncomeRow };

export interface IncomeRepos {
  income: IncomeRepo;
}

interface Details {
  /** YYYY-MM-DD; today in UTC by default. */
  paidOn?: string | undefined;
  source: IncomeRow['source'];
  reason?: string | null | undefined;
  /** Of the request, unique among all administrators. */
  key?: IdempotencyKey | undefined;
  /** Of a line of a bank statement, which is recorded once. */
  statementKey?: string | undefined;
}

export interface Booking extends Details {
  kind: Exclude<IncomeKind, 'correction'>;
  cents: number;
  currency: string;
  /** `worth` says what the currency is worth for the order, if it is that of a transfer. */
  order?: { code: string; tariff: PaidTariff | null; worth?: Worth | undefined } | undefined;
  userId: number | null;
  payer?: string | null | undefined;
  purpose?: string | null | undefined;
  /** Record it although the same payment is recorded already. */
  isAnother?: boolean | undefined;
}

type NewRow = Omit<IncomeRow, 'id' | 'paid_on' | 'booked_at' | 'source' | 'reason' | 'email' | 'corrected_by'>;

export type BookingsService = ReturnType<typeof bookingsService>;

/**
 * Records payments. Each runs in the caller's transaction, with the user and the order locked, and locks the books, so that payments are
 * recorded one after the other, and an export knows when it has all of a time (decision 81).
 */
export function bookingsService({ clock }: { clock: Clock }) {
  async function insert({ income }: IncomeRepos, closedUntil: string, row: NewRow, { paidOn, source, reason, key, statementKey }: Details) {
    const now = isoTime(clock.now());
    const id = await income.insert({
      ...row,
      ...{ source, reason: reason ?? null, search_text: searchTextOf(row) },
      ...{ paid_on: paidOn ?? now.slice(0, 10), booked_at: now < closedUntil ? closedUntil : now },
      ...{ request_key: key?.key ?? null, request_hash: key?.requestHash ?? null, statement_key: statementKey ?? null },
    });
    return (await income.find(id)) as IncomeRow;
  }

  async function dollarsIn({ income }: IncomeRepos, change: number, { currency, order }: Booking): Promise<number | null> {
    if (currency === DOLLARS) return change;
    return order?.worth ? dollarsOf(change, await income.sumOfOrder(order.code, currency), order.worth) : null;
  }

  /** 409 if the line is recorded; one whose record was corrected can be recorded again. */
  async function takeLine({ income }: IncomeRepos, statementKey: string): Promise<void> {
    const earlier = await income.findByLine(statementKey);
    if (!earlier) return;
    if (earlier.corrected_by === null) throw new AppError('incomeApi.doubled');
    await income.releaseLine(earlier.id);
  }

  return {
    /** The record that a request with the key has made; 409 if that request had other content. */
    async findByKey({ income }: IncomeRepos, key: IdempotencyKey | undefined): Promise<IncomeRow | undefined> {
      const earlier = key && (await income.findByKey(key.key));
      if (!earlier) return undefined;
      if (earlier.request_hash !== key?.requestHash) throw new AppError('api.idempotencyKey.used');
      return income.find(earlier.id);
    },

    /** Records a payment or a refund. 409 if the same one of that day is recorded already. */
    async record(repos: IncomeRepos, booking: Booking): Promise<IncomeRow> {
      const closedUntil = await repos.income.lockBooks();
      const earlier = await this.findByKey(repos, booking.key);
      if (earlier) return earlier;
      if (booking.statementKey) await takeLine(repos, booking.statementKey);
      const { kind, currency, order, userId, payer = null, purpose = null, isAnother, paidOn } = booking;
      const change = changeOf(kind, booking.cents);
      const row = {
        ...{ kind, change, currency, dollars: await dollarsIn(repos, change, booking), tariff: order?.tariff ?? null },
        ...{ order_code: order?.code ?? null, user_id: userId, payer, purpose, corrects: null },
      };
      const paid_on = paidOn ?? isoTime(clock.now()).slice(0, 10);
      const same = isAnother ? [] : await repos.income.listSame({ ...row, paid_on, search_text: searchTextOf(row) });
      if (same.length > 0) throw new AppError('incomeApi.doubled');
      return insert(repos, closedUntil, row, booking);
    },

    /** Withdraws a whole record. 404 for an unknown one; 409 if it is withdrawn already, or is a correction itself. */
    async correct(repos: IncomeRepos, id: number, details: Details): Promise<IncomeRow> {
      const closedUntil = await repos.income.lockBooks();
      const earlier = await this.findByKey(repos, details.key);
      if (earlier) return earlier;
      const record = await repos.income.find(id);
      if (!record) throw new AppError('incomeApi.404');
      if (record.kind === 'correction') throw new AppError('incomeApi.notCorrectable');
      if (record.corrected_by !== null) throw new AppError('incomeApi.corrected');
      const { change, currency, dollars, tariff, order_code, user_id, payer, purpose } = record;
      const row = {
        ...{ kind: 'correction' as const, change: -change, currency, dollars: dollars === null ? null : -dollars, tariff },
        ...{ order_code, user_id, payer, purpose, corrects: id },
      };
      return insert(repos, closedUntil, row, details);
    },
  };
}
