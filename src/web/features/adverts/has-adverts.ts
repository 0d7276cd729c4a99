import { queryOptions, skipToken } from '@tanstack/react-query';
import { keys } from '../../api/keys.ts';

/** Whether there are adverts: the value from the page's HTML, until this tab changes the list. */
export const hasAdvertsQuery = (hasAdverts: boolean | undefined) =>
  queryOptions({ queryKey: keys.hasAdverts, queryFn: skipToken, initialData: hasAdverts, staleTime: Number.POSITIVE_INFINITY });
