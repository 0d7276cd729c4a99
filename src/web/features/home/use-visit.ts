import { useEffect } from 'react';
import { setVisits } from '#contract/visits.ts';
import { call } from '../../api/call.ts';

const COUNTED = 'carnet.visit';

/** Counts the visit once a browser session (specification 4); one that could not be counted is counted with the next view. */
export function useVisit(): void {
  useEffect(() => {
    if (sessionStorage.getItem(COUNTED)) return;
    sessionStorage.setItem(COUNTED, '1');
    void call(setVisits).then(({ success }) => {
      if (!success) sessionStorage.removeItem(COUNTED);
    });
  }, []);
}
