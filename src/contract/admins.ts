import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, enteredPassword, id, password, secondCode } from './fields.ts';
import { TOKEN_MAX } from './limits.ts';
import { loginInput } from './login.ts';
import { ADMIN_ROLES } from './roles.ts';

/** `code` is the code of the authenticator app, or a recovery code; only for administrators with two-factor login. */
export const adminLoginInput = z.extend(loginInput, { code: z.optional(secondCode) });

export const adminLogin = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  summary:
    'Log in as an administrator with email and password; returns a token. With two-factor login the answer to a correct password is adminApi.codeRequired: send the same request again with a code.',
  body: adminLoginInput,
  answer: z.object({ tokenAdmin: z.string() }),
  successCode: 'adminApi.success',
  validationError: 'adminApi.400',
  unexpectedError: 'adminApi.500',
  errors: ['adminApi.401', 'adminApi.403', 'adminApi.codeRequired', 'adminApi.code'],
});

export const adminLogout = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  access: 'admin',
  role: 'orders',
  summary: 'Log out the administrator: ends this session.',
  answer: z.object({}),
  successCode: 'adminApi.logout.success',
  unexpectedError: 'adminApi.500',
  errors: [],
});

const role = z.enum(ADMIN_ROLES, 'validation.choice');

/** Times are ISO 8601 UTC. */
export const listedAdmin = z.object({
  admin_id: z.number(),
  email: z.string(),
  role,
  has_two_factor: z.boolean(),
  last_login_at: z.nullable(z.string()),
  created_at: z.string(),
  /** While ADMIN_EMAIL and ADMIN_PASSWORD name it, each start of the server creates this account again. */
  is_from_settings: z.boolean(),
});
export type ListedAdmin = z.core.output<typeof listedAdmin>;

/** An invitation that was not accepted yet. */
export const invitation = z.object({
  invitation_id: z.number(),
  email: z.string(),
  role,
  /** Email of the administrator. */
  invited_by: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
});
export type Invitation = z.core.output<typeof invitation>;

export const listAdmins = endpoint({
  method: 'GET',
  path: '/api/admin/admins',
  access: 'admin',
  role: 'all',
  summary: 'List the administrators in order of their creation, and the invitations that were not accepted yet.',
  answer: z.object({ admins: z.array(listedAdmin), invitations: z.array(invitation) }),
  unexpectedError: 'adminApi.account.500',
  errors: [],
});

export const inviteAdminInput = z.object({ email, role });

export const inviteAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  access: 'admin',
  role: 'all',
  summary: 'Invite an administrator: emails a link to set a password. An earlier invitation of the same address is replaced.',
  body: inviteAdminInput,
  answer: z.object({ data: invitation }),
  status: 201,
  successCode: 'adminApi.invite.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.reloginRequired', 'adminApi.invite.409'],
});

const invitationParams = z.object({ invitationId: id });

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/invitations/{invitationId}/send',
  access: 'admin',
  role: 'all',
  summary: 'Email an invitation again, with a new link; the earlier link stops working.',
  params: invitationParams,
  answer: z.object({ data: invitation }),
  successCode: 'adminApi.invite.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.reloginRequired', 'adminApi.invitation.404'],
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/admin/invitations/{invitationId}',
  access: 'admin',
  role: 'all',
  summary: 'Withdraw an invitation: its link stops working.',
  params: invitationParams,
  answer: z.object({}),
  successCode: 'adminApi.withdraw.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.invitation.404'],
});

/** The server compares the two passwords, as for users. */
export const acceptInvitationInput = z.object({
  token: z.string('validation.required').check(z.minLength(1, 'validation.required'), z.maxLength(TOKEN_MAX, 'validation.tooLong')),
  passwordNew: password,
  passwordConfirm: enteredPassword,
});

export const checkInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/invitations/check',
  access: 'public',
  summary: 'Tell whether the link of an invitation can still be used, and for whom it is.',
  body: z.pick(acceptInvitationInput, { token: true }),
  answer: z.object({ email: z.string() }),
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.invitation.404'],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/admin/invitations/accept',
  access: 'public',
  summary: 'Accept an invitation with the token of its link: creates the administrator with that password and logs in.',
  body: acceptInvitationInput,
  answer: z.object({ tokenAdmin: z.string(), email: z.string() }),
  status: 201,
  successCode: 'adminApi.accept.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.invitation.404', 'api.changePassword.409'],
});

const adminParams = z.object({ adminId: id });

/** `seen` is the role as it was shown to the administrator; 409 if it is another one by now. */
export const changeAdminRoleInput = z.object({ role, seen: z.optional(role) });

export const changeAdminRole = endpoint({
  method: 'PATCH',
  path: '/api/admin/admins/{adminId}',
  access: 'admin',
  role: 'all',
  summary: 'Change the role of another administrator; it applies from the next request.',
  params: adminParams,
  body: changeAdminRoleInput,
  answer: z.object({ data: listedAdmin }),
  successCode: 'adminApi.changeRole.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.reloginRequired', 'adminApi.admin.404', 'adminApi.self', 'adminApi.changed'],
});

export const removeAdmin = endpoint({
  method: 'DELETE',
  path: '/api/admin/admins/{adminId}',
  access: 'admin',
  role: 'all',
  summary: 'Remove another administrator, with all sessions and invitations of that administrator.',
  params: adminParams,
  answer: z.object({}),
  successCode: 'adminApi.remove.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.reloginRequired', 'adminApi.admin.404', 'adminApi.self'],
});
