import { useRef, useState } from 'react';

/** One deed at a time: a second click while the first is under way does nothing. */
export function useSending(): { isSending: boolean; send: (deed: () => Promise<void>) => Promise<void> } {
  const [isSending, setSending] = useState(false);
  const isUnderWay = useRef(false);
  async function send(deed: () => Promise<void>): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending(true);
    try {
      await deed();
    } finally {
      isUnderWay.current = false;
      setSending(false);
    }
  }
  return { isSending, send };
}
