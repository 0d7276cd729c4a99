import { keepPreviousData } from '@tanstack/react-query';

/** Options of the query of a paged list. The previous page stays visible until the next one has loaded. */
export const LIST_QUERY = { placeholderData: keepPreviousData, staleTime: 0, refetchOnWindowFocus: 'always' } as const;
