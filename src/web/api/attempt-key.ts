import { useRef, useState } from 'react';

/** A random idempotency key. `crypto.randomUUID` is not used: it is missing on pages served over plain http in a home network. */
export const newAttemptKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** A create request that was sent; the server may have processed it even if the response was lost. */
export interface Attempt {
  content: string;
  key: string;
}

/**
 * The idempotency key of a create request. Every attempt with the same content gets the same key, so that a double click or a lost
 * response creates one item. Other content gets a new key, and so does the next attempt after `finish`. A new key renders the form again,
 * which stores it with its draft.
 * `initial` is the attempt of a form that was closed before the response arrived.
 */
export function useAttemptKey(initial?: Attempt) {
  const attempt = useRef<Attempt>(initial);
  const [, setRendered] = useState<Attempt>();
  return {
    current: (): Attempt | undefined => attempt.current,
    keyOf(content: string): string {
      if (attempt.current?.content === content) return attempt.current.key;
      attempt.current = { content, key: newAttemptKey() };
      setRendered(attempt.current);
      return attempt.current.key;
    },
    finish(): void {
      attempt.current = undefined;
    },
  };
}
