import type { QueryClient } from '@tanstack/react-query';

/** Starts of the query keys that a write of the user may change. */
const USER_DATA = [['vehicles'], ['records'], ['operations'], ['statistics'], ['user'], ['order'], ['sessions']] as const;

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
