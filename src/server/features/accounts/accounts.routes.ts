import {
  changePassword,
  changeProfile,
  deleteUser,
  forgotPassword,
  listSessions,
  removeOtherSessions,
  removeSession,
  resetPassword,
} from '#contract/accounts.ts';
import { type Route, route } from '../../http/route.ts';
import type { SessionsService } from '../auth/sessions.service.ts';
import type { DeletionService } from './deletion.service.ts';
import type { PasswordService } from './password.service.ts';
import type { ProfileService } from './profile.service.ts';

export interface AccountServices {
  profile: ProfileService;
  password: PasswordService;
  deletion: DeletionService;
  sessions: SessionsService;
}

/** Result of an endpoint that returns no data. */
const emptyResult = async (work: Promise<void>): Promise<Record<string, never>> => {
  await work;
  return {};
};

export const accountsRoutes = ({ profile, password, deletion, sessions }: AccountServices): Route[] => [
  route(changeProfile, async ({ caller, body, image }) => ({ data: await profile.change(caller, body, image) })),
  route(changePassword, ({ caller, body }) => emptyResult(password.change(caller, body))),
  route(deleteUser, ({ caller, body }) => emptyResult(deletion.delete(caller, body.password))),
  route(listSessions, async ({ caller }) => ({ data: await sessions.list(caller) })),
  route(removeSession, ({ caller, params }) => emptyResult(sessions.remove(caller, params.sessionId))),
  route(removeOtherSessions, ({ caller }) => emptyResult(sessions.removeOthers(caller))),
  route(forgotPassword, ({ body, language, visitor }) => emptyResult(password.forgot(body.email, language, visitor))),
  route(resetPassword, ({ body, visitor }) => emptyResult(password.reset({ ...body, visitor }))),
];
