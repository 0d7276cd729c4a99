import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** A record that a link points to, passed as `wanted` in the navigation state. */
export interface LinkedRecord {
  vehicleId: number;
  recordId: number;
}

/** The record that a link points to, until it is found. Clears the navigation state, so that a reload does not open it again. */
export function useLinkedRecord(): { wanted: LinkedRecord | undefined; forgetWanted: () => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<LinkedRecord>();
  const { wanted: requested } = (state ?? {}) as { wanted?: LinkedRecord };
  useEffect(() => {
    if (!requested) return;
    setWanted(requested);
    void navigate({ pathname, search, hash }, { replace: true, state: null, preventScrollReset: true });
  }, [requested, navigate, pathname, search, hash]);
  return { wanted, forgetWanted: useCallback(() => setWanted(undefined), []) };
}
