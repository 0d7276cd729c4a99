import { localDay } from '../../local-day.ts';
import { useUrlParams } from '../../ui/use-url-params.ts';
import { periodOf } from './period.ts';

/** The period that the URL names, and today in the reader's time zone, which decides what this year is. */
export function usePeriod() {
  const { params, edit } = useUrlParams();
  const today = localDay();
  const choosePeriod = (value: string | undefined) => edit({ period: value }, { replace: true });
  return { today, period: periodOf(params.get('period'), today), choosePeriod };
}
