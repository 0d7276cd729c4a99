import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';

const HydratedContext = createContext(false);

/**
 * Makes `useIsHydrated` true after hydration, so that the first client render matches the HTML of the server.
 * The update is a transition: React renders it in slices, and input does not wait for it.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return <HydratedContext value={isHydrated}>{children}</HydratedContext>;
}

/** False on the server, and in the browser until the page is hydrated. */
export const useIsHydrated = (): boolean => use(HydratedContext);
