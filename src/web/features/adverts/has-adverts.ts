import { queryOptions, skipToken } from '@tanstack/react-query';

/** Whether there are adverts: the value from the page's HTML, until this tab changes the list. */
export const hasAdvertsQuery = (hasAdverts: boolean | undefined) =>
  queryOptions({ queryKey: ['adverts', 'any'], queryFn: skipToken, initialData: hasAdverts, staleTime: Number.POSITIVE_INFINITY });
