import { useRef } from 'react';

/** For one deed and all its tries. Not randomUUID: that one is missing where the page comes over plain http in a home network. */
export const newAttemptKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/**
 * The idempotency key of a create: the same for every try of the same content, so that a double click or a lost answer
 * makes one thing; another one for other content and after `finish`.
 */
export function useAttemptKey(): { keyOf: (content: string) => string; finish: () => void } {
  const attempt = useRef<{ content: string; key: string }>(undefined);
  return {
    keyOf(content) {
      if (attempt.current?.content !== content) attempt.current = { content, key: newAttemptKey() };
      return attempt.current.key;
    },
    finish() {
      attempt.current = undefined;
    },
  };
}
