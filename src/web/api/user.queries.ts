import { queryOptions } from '@tanstack/react-query';
import { getUser } from '#contract/users.ts';
import { claimDrafts } from '../forms/drafts.ts';
import { call } from './call.ts';
import { unwrap } from './call-error.ts';
import { currentSession, updateSession } from './session.ts';

/** The caller's own data: shared by the pages that show a name, a tariff or a currency. A tariff may begin or end while nobody looks. */
export const userQuery = () =>
  queryOptions({
    queryKey: ['user'],
    queryFn: async ({ signal }) => {
      const asked = currentSession()?.token;
      const answer = await unwrap(call(getUser, { signal }));
      // Somebody else may have logged in meanwhile.
      if (asked === currentSession()?.token) {
        updateSession({ name: answer.data.first_name, tariff: answer.data.tariff });
        claimDrafts(answer.data.user_id);
      }
      return answer;
    },
    select: ({ data }) => data,
    refetchOnWindowFocus: 'always',
  });
