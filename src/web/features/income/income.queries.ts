import { queryOptions } from '@tanstack/react-query';
import { INCOME_KINDS, listIncome } from '#contract/income.ts';
import { LIST_QUERY } from '../../admin/list-query.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

export const INCOME_FILTERS = ['all', ...INCOME_KINDS] as const;

/** Which payments: their kind, and the days on which the money moved; an empty day is no limit. */
export interface IncomeChoice {
  kind: (typeof INCOME_FILTERS)[number];
  from: string;
  to: string;
}

/** The choice as the query of a request. */
export const choiceQuery = ({ kind, from, to }: IncomeChoice) => ({ kind, ...(from && { from }), ...(to && { to }) });

/** One page of payments, with the sums of all pages. */
export const incomeQuery = ({ q, page, ...choice }: IncomeChoice & { q: string; page: number }) =>
  queryOptions({
    queryKey: [...keys.income, { q, page, ...choice }],
    queryFn: ({ signal }) => unwrap(call(listIncome, { query: { q, page, ...choiceQuery(choice) }, signal })),
    ...LIST_QUERY,
  });
