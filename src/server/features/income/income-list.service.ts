import type { ExportedPayment } from '#contract/export-file.ts';
import type { Income, IncomeKind, IncomeSum } from '#contract/income.ts';
import { EXPORT_PAGE, ORDER_USERS_MAX } from '#contract/limits.ts';
import { fromCents } from '#contract/money.ts';
import type { UserId } from '../../authorized.ts';
import { sliceOf } from '../../db/paging.ts';
import { pagesOf } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import type { AdminListQuery, UsersService } from '../users/users.service.ts';
import type { IncomeRepos } from './bookings.service.ts';
import type { CurrencySum, IncomeFilter, IncomeRow } from './income.repo.ts';
import { searchedText } from './income.rules.ts';
import { toExportedPayment, toIncome } from './income-wire.rules.ts';

/** Days YYYY-MM-DD, both included. */
export interface IncomeQuery {
  kind: IncomeKind | 'all';
  from?: string | undefined;
  to?: string | undefined;
}

interface Deps {
  work: Work<IncomeRepos>;
  users: Pick<UsersService, 'search'>;
}

interface IncomePage {
  data: Income[];
  total: number;
  sums: IncomeSum[];
  dollars: number;
  is_more: boolean;
}

/** Sorts after every day. */
const LAST_DAY = '~';

export const filterOf = ({ kind, from = '', to = LAST_DAY }: IncomeQuery): IncomeFilter => ({
  ...{ kind, from, to },
  ...{ bookedBefore: undefined, text: undefined, userIds: [] },
});

const toSum = ({ currency, received, refunded }: CurrencySum): IncomeSum => ({
  ...{ currency, received: fromCents(received), refunded: fromCents(refunded) },
  amount: fromCents(received - refunded),
});

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

export type IncomeListService = ReturnType<typeof incomeListService>;

export const incomeListService = ({ work: { repos }, users }: Deps) => ({
  /** Newest first by the day on which the money moved. `q` is a part of code, payer, purpose or amount, or finds users. */
  async list({ q, page, pageSize, ...query }: IncomeQuery & AdminListQuery): Promise<IncomePage> {
    const { ids, isPartial } = q === '' ? { ids: [], isPartial: false } : await users.search(q);
    const search = q === '' ? {} : { text: searchedText(q), userIds: ids.slice(0, ORDER_USERS_MAX) };
    const filter = { ...filterOf(query), ...search };
    const sums = await repos.income.sum(filter);
    const count = total(sums.map((sum) => sum.count));
    const slice = sliceOf({ page, pageSize }, count);
    const data = slice ? (await repos.income.list(filter, slice)).map(toIncome) : [];
    const dollars = fromCents(total(sums.map((sum) => sum.dollars)));
    return { data, total: count, sums: sums.map(toSum), dollars, is_more: isPartial || ids.length > ORDER_USERS_MAX };
  },
});

export type ExportedPayments = ReturnType<typeof exportedPayments>;

export const exportedPayments = ({ income }: IncomeRepos) => ({
  /** The payments of a user, newest first, a page at a time. */
  async *exportOf(userId: UserId): AsyncGenerator<ExportedPayment[], void> {
    const pages = pagesOf<IncomeRow>(EXPORT_PAGE, (last) => income.listByUser(userId, EXPORT_PAGE, last?.id));
    for await (const rows of pages) yield rows.map(toExportedPayment);
  },
});
