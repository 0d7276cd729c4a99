import { useEffect } from 'react';
import { setVisits } from '#contract/visits.ts';
import { call } from '../../api/call.ts';
import { tabStore } from '../../storage.ts';

const COUNTED = 'carnet.visit';

/** Counts the visit once a browser session (specification 4); one that could not be counted is counted with the next view. */
export function useVisit(): void {
  useEffect(() => {
    if (tabStore.get(COUNTED)) return;
    tabStore.set(COUNTED, '1');
    void call(setVisits).then(({ success }) => {
      if (!success) tabStore.remove(COUNTED);
    });
  }, []);
}
