import { queryOptions } from '@tanstack/react-query';
import type { PlanLine } from '#contract/plan.ts';
import { keys } from '../../api/keys.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';
import type { DueLine } from './plan-marks.tsx';
import type { SoonStrip } from './soon-strip.tsx';

export interface SoonLines {
  /** The most urgent first. */
  lines: readonly { vehicleId: number; line: PlanLine }[];
  /** What is next on each vehicle. */
  next: SoonLines['lines'];
  /** What shows all of them, and one. */
  SoonStrip: typeof SoonStrip;
  DueLine: typeof DueLine;
}

/** What is overdue, due or soon on all usable vehicles, with the strip that shows it, which is loaded beside: nothing moves when it appears. */
export const soonQuery = () =>
  queryOptions({
    ...{ staleTime: 0, refetchOnWindowFocus: 'always', retry: false },
    queryKey: keys.soon,
    queryFn: async ({ signal }): Promise<SoonLines> => {
      const [strip, marks, { fetchSoon }] = await Promise.all([
        import('./soon-strip.tsx'),
        import('./plan-marks.tsx'),
        import('../../api/plan.queries.ts'),
        loadTexts(['plan']),
      ]);
      const { data: lines, next } = await fetchSoon(signal);
      return { lines, next, SoonStrip: strip.SoonStrip, DueLine: marks.DueLine };
    },
  });
