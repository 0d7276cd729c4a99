import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../api/keys.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';

/** What is overdue, due or soon on all usable vehicles, with the strip that shows it, which is loaded beside: nothing moves when it appears. */
export const soonQuery = () =>
  queryOptions({
    ...{ staleTime: 0, refetchOnWindowFocus: 'always', retry: false },
    queryKey: keys.soon,
    queryFn: async ({ signal }) => {
      const [{ SoonStrip }, { fetchSoon }] = await Promise.all([
        import('./soon-strip.tsx'),
        import('../../api/plan.queries.ts'),
        loadTexts(['plan']),
      ]);
      return { lines: await fetchSoon(signal), SoonStrip };
    },
  });
