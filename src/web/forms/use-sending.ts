import { useRef, useState } from 'react';

/** Runs one submission at a time; further calls are ignored until it ends. */
export function useSending(): { isSending: boolean; send: (action: () => Promise<void>) => Promise<void> } {
  const [isSending, setSending] = useState(false);
  const isRunning = useRef(false);
  async function send(action: () => Promise<void>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setSending(true);
    try {
      await action();
    } finally {
      isRunning.current = false;
      setSending(false);
    }
  }
  return { isSending, send };
}
