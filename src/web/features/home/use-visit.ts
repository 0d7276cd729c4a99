import { useEffect } from 'react';
import { setVisits } from '#contract/visits.ts';
import { call } from '../../api/call.ts';
import { tabStore } from '../../storage.ts';

const COUNTED = 'carnet.visit';

/**
 * Counts the visit once a browser session (specification 4). A visit that the server refused is counted with the next view.
 * A request without an answer has mostly been counted: leaving the page ends it like a lost connection.
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
