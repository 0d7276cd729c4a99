import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getMessage, listMessages, type Message, type MessageFilter } from '#contract/messages.ts';
import { LIST_QUERY } from '../../admin/list-query.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

/** Milliseconds between two requests while an email of a reply waits for delivery. */
const REPLY_POLL = 10_000;

export const messagesQuery = (query: { status: MessageFilter; q: string; page: number }) =>
  queryOptions({
    queryKey: [...keys.messages, query],
    queryFn: ({ signal }) => unwrap(call(listMessages, { query, signal })),
    ...LIST_QUERY,
  });

export const messageQuery = (messageId: number) =>
  queryOptions({
    queryKey: keys.message(messageId),
    queryFn: ({ signal }) => unwrap(call(getMessage, { params: { messageId }, signal })),
    staleTime: 0,
    refetchOnWindowFocus: 'always' as const,
    refetchInterval: ({ state }) => (state.data?.data.replies.some((reply) => reply.state === 'waiting') ? REPLY_POLL : false),
  });

/** Cache updates after an action: `put` shows a changed message, `reload` fetches it again. */
export function useMessageCache() {
  const client = useQueryClient();
  return {
    put(message: Message): void {
      client.setQueryData(messageQuery(message.id).queryKey, { success: true, data: message });
      for (const queryKey of [keys.messages, keys.overview]) void client.invalidateQueries({ queryKey });
    },
    /** Leaves the deleted message out of the lists. */
    remove(messageId: number): void {
      client.removeQueries({ queryKey: keys.message(messageId) });
      for (const queryKey of [keys.messages, keys.overview]) void client.invalidateQueries({ queryKey });
    },
    reload: (messageId: number) => client.invalidateQueries({ queryKey: messageQuery(messageId).queryKey }),
  };
}
