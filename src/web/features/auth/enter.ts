import type { QueryClient } from '@tanstack/react-query';
import { login } from '#contract/login.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { startSession, updateSession } from '../../api/session.ts';
import { userQuery } from '../../api/user.queries.ts';
import { claimDrafts } from '../../forms/remove-drafts.ts';

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Logs in and starts the session; drafts of other users are removed, and the user's name is loaded in the background. Returns the failure,
 * or undefined on success.
 */
export async function enter(client: QueryClient, credentials: Credentials, isOwnDevice = true): Promise<CallFailure | undefined> {
  const result = await call(login, { body: credentials });
  if (!result.success) return result;
  startSession({ token: result.token, tariff: result.tariff, userId: result.user_id, isOwnDevice });
  claimDrafts();
  client.fetchQuery(userQuery()).then(
    ({ data }) => updateSession({ name: data.first_name, tariff: data.tariff }),
    () => undefined,
  );
  return undefined;
}
