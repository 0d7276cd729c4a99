import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';

const AliveContext = createContext(false);

/**
 * What only the browser knows is drawn after the page has come alive as the server drew it, and in a transition: in small pieces,
 * with room for a press between them.
 */
export function Alive({ children }: { children: ReactNode }) {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => startTransition(() => setAlive(true)), []);
  return <AliveContext value={isAlive}>{children}</AliveContext>;
}

/** False on the server, and in the browser until the page has come alive. */
export const useIsAlive = (): boolean => use(AliveContext);
