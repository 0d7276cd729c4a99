import { useRef } from 'react';

/** For one deed and all its tries. Not randomUUID: that one is missing where the page comes over plain http in a home network. */
export const newAttemptKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** A create that was sent, and maybe done although its answer got lost. */
export interface Attempt {
  content: string;
  key: string;
}

/**
 * The idempotency key of a create: the same for every try of the same content, so that a double click or a lost answer
 * makes one thing; another one for other content and after `finish`. `kept` is the attempt of a form that was left before its answer came.
 */
export function useAttemptKey(kept?: Attempt) {
  const attempt = useRef<Attempt>(kept);
  return {
    current: (): Attempt | undefined => attempt.current,
    keyOf(content: string): string {
      if (attempt.current?.content !== content) attempt.current = { content, key: newAttemptKey() };
      return attempt.current.key;
    },
    finish(): void {
      attempt.current = undefined;
    },
  };
}
