import { useUrlParams } from '../../ui/use-url-params.ts';
import { localDay, periodOf } from './period.ts';

/** The period that the URL names, and today in the reader's time zone, which decides what this year is. */
export function usePeriod() {
  const { params, edit } = useUrlParams();
  const today = localDay(new Date());
  function choosePeriod(value: string | undefined) {
    const change = (query: URLSearchParams) => (value === undefined ? query.delete('period') : query.set('period', value));
    edit(change, { replace: true });
  }
  return { today, period: periodOf(params.get('period'), today), choosePeriod };
}
