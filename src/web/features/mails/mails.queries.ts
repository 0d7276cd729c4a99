import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listFailedMails, listWaitingMails, sendMailAgain } from '#contract/mails.ts';
import { LIST_QUERY } from '../../admin/list-query.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

export const MAIL_FILTERS = ['failed', 'waiting'] as const;

export const failedMailsQuery = (page: number) =>
  queryOptions({
    queryKey: [...keys.mails, 'failed', { page }],
    queryFn: ({ signal }) => unwrap(call(listFailedMails, { query: { page }, signal })),
    ...LIST_QUERY,
  });

export const waitingMailsQuery = (page: number) =>
  queryOptions({
    queryKey: [...keys.mails, 'waiting', { page }],
    queryFn: ({ signal }) => unwrap(call(listWaitingMails, { query: { page }, signal })),
    ...LIST_QUERY,
  });

/** Sends an email now and loads the lists again; returns the failure, if any. */
export function useSendAgain(): (mailId: number) => Promise<{ success: true } | CallFailure> {
  const client = useQueryClient();
  return async (mailId) => {
    const result = await call(sendMailAgain, { params: { mailId } });
    await Promise.all([keys.mails, keys.overview].map((queryKey) => client.invalidateQueries({ queryKey })));
    return result;
  };
}
