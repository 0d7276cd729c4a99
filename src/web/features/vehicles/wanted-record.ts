import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** A record that a link leads to: the `wanted` of the navigation's state. */
export interface WantedRecord {
  vehicleId: number;
  recordId: number;
}

/** The record that a link has asked for, until it is found. It leaves the history of the browser, so that a reload does not ask again. */
export function useWantedRecord(): { wanted: WantedRecord | undefined; forgetWanted: () => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<WantedRecord>();
  const { wanted: asked } = (state ?? {}) as { wanted?: WantedRecord };
  useEffect(() => {
    if (!asked) return;
    setWanted(asked);
    void navigate({ pathname, search, hash }, { replace: true, state: null, preventScrollReset: true });
  }, [asked, navigate, pathname, search, hash]);
  return { wanted, forgetWanted: useCallback(() => setWanted(undefined), []) };
}
