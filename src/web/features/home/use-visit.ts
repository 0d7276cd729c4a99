import { useEffect } from 'react';
import { setVisits } from '#contract/visits.ts';
import { call } from '../../api/call.ts';
import { tabStore } from '../../storage.ts';

const COUNTED = 'carnet.visit';

/**
 * Counts one visit per browser session. A visit that the server rejected is sent again on the next view. A request without a response is
 * not repeated: it was most likely counted, because leaving the page ends it like a lost connection.
 */
export function useVisit(): void {
  useEffect(() => {
    if (tabStore.get(COUNTED)) return;
    tabStore.set(COUNTED, '1');
    void call(setVisits, { keepalive: true }).then((result) => {
      if (!result.success && result.status > 0) tabStore.remove(COUNTED);
    });
  }, []);
}
