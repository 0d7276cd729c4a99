import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { EMAIL_MAX, PAGE_SIZE } from '#contract/limits.ts';

type Changes = Record<string, string | undefined>;

/** What of a long list is shown, as the address says: the beginning looked for, the page from 1, other choices by name. */
export function useListAddress() {
  const [params, setParams] = useSearchParams();
  const page = /^[1-9]\d{0,8}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;

  function changed(changes: Changes): URLSearchParams {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next;
  }
  return {
    page,
    q: (params.get('q') ?? '').slice(0, EMAIL_MAX),
    /** One of `choices`, the first unless the address names another. */
    choice: <T extends string>(name: string, choices: readonly [T, ...T[]]): T =>
      choices.find((one) => one === params.get(name)) ?? choices[0],
    /** Another choice starts at the first page. */
    choose: (changes: Changes, isReplaced = false) =>
      setParams(changed({ ...changes, page: undefined }), { replace: isReplaced, preventScrollReset: true }),
    goTo: (to: number) => setParams(changed({ page: to > 1 ? String(to) : undefined }), { replace: true }),
    searchOf: (to: number) => `?${changed({ page: to > 1 ? String(to) : undefined })}`,
  };
}
export type ListAddress = ReturnType<typeof useListAddress>;

export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** A page that is there no more, since rows were deleted, gives way to the last one. */
export function usePageInside({ page, goTo }: ListAddress, total: number | undefined): void {
  const isBeyond = total !== undefined && page > pageCount(total);
  useEffect(() => {
    if (isBeyond) goTo(pageCount(total));
  });
}
