import {
  changeAdminLanguage,
  changeAdminPassword,
  confirmAdminEmail,
  confirmTwoFactor,
  getOwnAdmin,
  listAdminSessions,
  removeAdminSession,
  removeOtherAdminSessions,
  removeTwoFactor,
  renewRecoveryCodes,
  startAdminEmail,
  startTwoFactor,
} from '#contract/admin-account.ts';
import {
  acceptInvitation,
  adminLogin,
  adminLogout,
  changeAdminRole,
  checkInvitation,
  inviteAdmin,
  listAdmins,
  removeAdmin,
  resendInvitation,
  withdrawInvitation,
} from '#contract/admins.ts';
import { type Route, route } from '../../http/route.ts';
import type { AdminAccountService } from './admin-account.service.ts';
import type { AdminEmailService } from './admin-email.service.ts';
import type { AdminListService } from './admin-list.service.ts';
import type { AdminSessionsService } from './admin-sessions.service.ts';
import type { AdminsService } from './admins.service.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { TwoFactorService } from './two-factor.service.ts';

interface Services {
  admins: AdminsService;
  account: AdminAccountService;
  adminEmail: AdminEmailService;
  sessions: AdminSessionsService;
  twoFactor: TwoFactorService;
  adminList: AdminListService;
  invitations: InvitationsService;
}

export const adminsRoutes = ({ admins, ...services }: Services): Route[] => [
  route(adminLogin, ({ body, visitor, userAgent }) => admins.login(body, { visitor, userAgent })),
  route(adminLogout, async ({ caller }) => {
    await admins.logout(caller);
    return {};
  }),
  ...accountRoutes(services),
  ...listRoutes(services),
];

const accountRoutes = ({ account, adminEmail, sessions, twoFactor }: Omit<Services, 'admins'>): Route[] => [
  route(getOwnAdmin, async ({ caller }) => ({ data: await account.get(caller) })),
  route(changeAdminPassword, async ({ caller, body, visitor }) => {
    await account.changePassword(caller, body, visitor);
    return {};
  }),
  route(changeAdminLanguage, async ({ caller, body }) => {
    await account.changeLanguage(caller, body.language);
    return {};
  }),
  route(startAdminEmail, async ({ caller, body, visitor }) => {
    await adminEmail.start(caller, body, visitor);
    return {};
  }),
  route(confirmAdminEmail, async ({ caller, body, visitor }) => {
    await adminEmail.confirm(caller, body, visitor);
    return {};
  }),
  route(listAdminSessions, async ({ caller }) => ({ data: await sessions.list(caller) })),
  route(removeAdminSession, async ({ caller, params }) => {
    await sessions.remove(caller, params.sessionId);
    return {};
  }),
  route(removeOtherAdminSessions, async ({ caller }) => {
    await sessions.removeOthers(caller);
    return {};
  }),
  route(startTwoFactor, ({ caller: admin, body, visitor }) => twoFactor.start({ admin, password: body.password, visitor })),
  route(confirmTwoFactor, async ({ caller, body }) => ({
    recovery_codes: await twoFactor.confirm(caller, body.code),
  })),
  route(removeTwoFactor, async ({ caller: admin, body: { password, code }, visitor }) => {
    await twoFactor.remove({ admin, password, visitor }, code);
    return {};
  }),
  route(renewRecoveryCodes, async ({ caller: admin, body: { password, code }, visitor }) => ({
    recovery_codes: await twoFactor.renewCodes({ admin, password, visitor }, code),
  })),
];

const listRoutes = ({ adminList, invitations }: Omit<Services, 'admins'>): Route[] => [
  route(listAdmins, () => adminList.list()),
  route(changeAdminRole, async ({ caller, params, body }) => ({
    data: await adminList.changeRole(caller, params.adminId, body),
  })),
  route(removeAdmin, async ({ caller, params }) => {
    await adminList.remove(caller, params.adminId);
    return {};
  }),
  route(inviteAdmin, async ({ caller, body, language }) => ({ data: await invitations.invite(caller, body, language) })),
  route(resendInvitation, async ({ caller, params, language }) => ({
    data: await invitations.resend(caller, params.invitationId, language),
  })),
  route(withdrawInvitation, async ({ caller, params }) => {
    await invitations.withdraw(caller, params.invitationId);
    return {};
  }),
  route(checkInvitation, ({ body }) => invitations.check(body.token)),
  route(acceptInvitation, ({ body, userAgent, language }) => invitations.accept(body, userAgent, language)),
];
