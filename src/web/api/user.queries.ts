import { queryOptions } from '@tanstack/react-query';
import { getUser } from '#contract/users.ts';
import { claimDrafts } from '../forms/drafts.ts';
import { call } from './call.ts';
import { unwrap } from './call-error.ts';
import { keys } from './keys.ts';
import { currentSession, updateSession } from './session.ts';

/** The user's own data, for pages that show a name, tariff or currency. Refetched whenever the tab is shown, since a tariff can start or end. */
export const userQuery = () =>
  queryOptions({
    queryKey: keys.user,
    queryFn: async ({ signal }) => {
      const requestToken = currentSession()?.token;
      const answer = await unwrap(call(getUser, { signal }));
      // Another user may have logged in during the request.
      if (requestToken === currentSession()?.token) {
        updateSession({ name: answer.data.first_name, tariff: answer.data.tariff });
        claimDrafts(answer.data.user_id);
      }
      return answer;
    },
    select: ({ data }) => data,
    refetchOnWindowFocus: 'always',
  });
