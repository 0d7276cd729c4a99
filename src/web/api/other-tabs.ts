import type { QueryClient } from '@tanstack/react-query';
import { USER_DATA } from './keys.ts';

/** Undefined if the browser blocks storage and channels: other tabs then show a change when their data is stale. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('carnet.writes');
  } catch {
    return undefined;
  }
}

/**
 * After a write in another tab, a visible tab fetches the user's data again at once, and a hidden one when it is shown. Returns a function
 * that tells the other tabs of this browser that the user's data has changed.
 */
export function connectTabs(client: QueryClient): () => void {
  const channel = openChannel();
  if (!channel) return () => undefined;
  channel.onmessage = () => {
    const isVisible = document.visibilityState === 'visible';
    for (const queryKey of USER_DATA) {
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
      // A running fetch may be older than the write.
      void client.refetchQueries({ queryKey, type: 'active', predicate: ({ state }) => isVisible || state.fetchStatus === 'fetching' });
    }
  };
  return () => channel.postMessage(null);
}
