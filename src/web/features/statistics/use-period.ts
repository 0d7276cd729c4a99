import { useSearchParams } from 'react-router';
import { localDay, periodOf } from './period.ts';

/** The period that the URL names, and today in the reader's time zone, which decides what this year is. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const today = localDay(new Date());
  function choosePeriod(value: string | undefined) {
    const next = new URLSearchParams(params);
    if (value === undefined) next.delete('period');
    else next.set('period', value);
    setParams(next, { replace: true, preventScrollReset: true });
  }
  return { today, period: periodOf(params.get('period'), today), choosePeriod };
}
