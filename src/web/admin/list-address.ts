import { useEffect } from 'react';
import { EMAIL_MAX, PAGE_SIZE } from '#contract/limits.ts';
import { searchWith, type UrlChanges, useUrlParams } from '../ui/use-url-params.ts';

/** State of a paged list in the query string: the page from 1, the search prefix `q`, and filters by name. */
export function useListAddress() {
  const { params, edit, isUrlRendered } = useUrlParams();
  const page = /^[1-9]\d{0,8}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;

  const pageChange = (to: number): UrlChanges => ({ page: to > 1 ? String(to) : undefined });
  return {
    page,
    q: (params.get('q') ?? '').slice(0, EMAIL_MAX),
    /** The value of a filter, or the first of `choices` if the address has none of them. */
    choice: <T extends string>(name: string, choices: readonly [T, ...T[]]): T =>
      choices.find((one) => one === params.get(name)) ?? choices[0],
    /** The day of a filter, YYYY-MM-DD; empty if the address has none. */
    day: (name: string): string => {
      const value = params.get(name) ?? '';
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
    },
    /** Changes filters and returns to the first page. */
    choose: (changes: UrlChanges, isReplaced = false) => edit({ ...changes, page: undefined }, { replace: isReplaced }),
    goTo: (to: number) => edit(pageChange(to), { replace: true, preventScrollReset: false }),
    /** The current query with changes that keep the page. */
    searchWith: (changes: UrlChanges) => searchWith(params, changes),
    searchOf: (to: number) => searchWith(params, pageChange(to)),
    isUrlRendered,
  };
}
export type ListAddress = ReturnType<typeof useListAddress>;

export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** Navigates to the last page when the current one no longer exists because rows were deleted. */
export function usePageInside({ page, goTo, isUrlRendered }: ListAddress, total: number | undefined): void {
  const isBeyond = total !== undefined && page > pageCount(total);
  useEffect(() => {
    if (isBeyond && isUrlRendered()) goTo(pageCount(total));
  });
}
