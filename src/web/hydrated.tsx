import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';

const HydratedContext = createContext(false);

/**
 * What only the browser knows is drawn after the page has come alive as the server drew it, and in a transition: in small pieces,
 * with room for a press between them.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return <HydratedContext value={isHydrated}>{children}</HydratedContext>;
}

/** False on the server, and in the browser until the page has come alive. */
export const useIsHydrated = (): boolean => use(HydratedContext);
