import {
  getUserPage,
  lockUser,
  logOutUser,
  removeLoginLock,
  removeUser,
  saveUserNotes,
  unlockUser,
  writeToUser,
} from '#contract/accounts.admin.ts';
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
import type { UserActionsService } from './user-actions.service.ts';
import type { UserPageService } from './user-page.service.ts';

export interface AccountServices {
  profile: ProfileService;
  password: PasswordService;
  deletion: DeletionService;
  sessions: SessionsService;
  userPage: UserPageService;
  userActions: UserActionsService;
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

/** The page of a user in the admin panel and its actions. */
export const userPageRoutes = ({ userPage, userActions, deletion }: AccountServices): Route[] => [
  route(getUserPage, async ({ caller, params }) => ({ data: await userPage.open(caller, params.userId) })),
  route(logOutUser, async ({ caller, params }) => ({ data: await userActions.logOut(caller, params.userId) })),
  route(removeLoginLock, async ({ caller, params }) => ({ data: await userActions.removeLoginLock(caller, params.userId) })),
  route(lockUser, async ({ caller, params, body }) => ({ data: await userActions.lock(caller, params.userId, body.reason) })),
  route(unlockUser, async ({ caller, params }) => ({ data: await userActions.unlock(caller, params.userId) })),
  route(writeToUser, async ({ caller, params, body }) => ({ data: await userActions.write(caller, params.userId, body) })),
  route(saveUserNotes, async ({ caller, params, body }) => ({ data: await userActions.saveNotes(caller, params.userId, body) })),
  route(removeUser, ({ caller, params, body }) => emptyResult(deletion.deleteByAdmin(caller, params.userId, body))),
];
