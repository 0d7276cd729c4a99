import { queryOptions } from '@tanstack/react-query';
import { getUser } from '#contract/users.ts';
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
      const { first_name, tariff, user_id } = answer.data;
      if (requestToken === currentSession()?.token) updateSession({ name: first_name, tariff, userId: user_id });
      return answer;
    },
    select: ({ data }) => data,
    refetchOnWindowFocus: 'always',
  });
