import * as z from 'zod/mini';
import { changePasswordInput, session, sessionParams } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { confirmationCode, email, enteredPassword, secondCode } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { ADMIN_ROLES } from './roles.ts';

/** The account of the caller. */
export const ownAdmin = z.object({
  email: z.string(),
  role: z.enum(ADMIN_ROLES),
  /** Of the emails to the administrator. */
  language: z.enum(LANGUAGES),
  has_two_factor: z.boolean(),
  /** Unused recovery codes. */
  recovery_codes_left: z.number(),
  /** The settings created the account, and replace its email or password when they are changed. */
  is_from_settings: z.boolean(),
});
export type OwnAdmin = z.core.output<typeof ownAdmin>;

export const getOwnAdmin = endpoint({
  method: 'GET',
  path: '/api/admin/account',
  access: 'admin',
  role: 'orders',
  summary: 'Get the account of the administrator who calls.',
  answer: z.object({ data: ownAdmin }),
  unexpectedError: 'adminApi.account.500',
  errors: [],
});

export const changeAdminPassword = endpoint({
  method: 'PATCH',
  path: '/api/admin/account/password',
  access: 'admin',
  role: 'orders',
  summary: 'Change your own password and end your other sessions. Wrong current passwords count towards the login lock.',
  body: changePasswordInput,
  answer: z.object({}),
  successCode: 'api.changePassword.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['api.changePassword.400', 'api.changePassword.409', 'adminApi.403'],
});

export const changeAdminLanguage = endpoint({
  method: 'PATCH',
  path: '/api/admin/account/language',
  access: 'admin',
  role: 'orders',
  summary: 'Choose the language of the emails that you get as an administrator.',
  body: z.object({ language: z.enum(LANGUAGES, 'validation.choice') }),
  answer: z.object({}),
  successCode: 'adminApi.language.success',
  unexpectedError: 'adminApi.account.500',
  errors: [],
});

/** The code of two-factor login is needed while that is on. */
export const startAdminEmailInput = z.object({ email, password: enteredPassword, code: z.optional(secondCode) });

export const startAdminEmail = endpoint({
  method: 'POST',
  path: '/api/admin/account/email',
  access: 'admin',
  role: 'orders',
  summary:
    'Email a code to your new address. Your email stays as it is until the code is sent with confirmAdminEmail. Needs a code while two-factor login is on. Wrong passwords and codes count towards the login lock. Each administrator may ask ten times an hour.',
  body: startAdminEmailInput,
  answer: z.object({}),
  successCode: 'adminApi.email.sent',
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.password', 'adminApi.code', 'adminApi.403', 'adminApi.invite.409', 'api.sendCode.429', 'api.code.locked'],
});

export const confirmAdminEmailInput = z.object({ email, code: confirmationCode });

export const confirmAdminEmail = endpoint({
  method: 'POST',
  path: '/api/admin/account/email/confirm',
  access: 'admin',
  role: 'orders',
  summary:
    'Change your email with the code that was sent to the new address, and end your other sessions. The former address and the other administrators with every right get an email.',
  body: confirmAdminEmailInput,
  answer: z.object({}),
  successCode: 'adminApi.email.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['api.validateCode.403', 'api.validateCode.expired', 'api.code.locked', 'api.code.429', 'adminApi.invite.409'],
});

export const listAdminSessions = endpoint({
  method: 'GET',
  path: '/api/admin/account/sessions',
  access: 'admin',
  role: 'orders',
  summary: 'List your own sessions, most recently used first.',
  answer: z.object({ data: z.array(session) }),
  unexpectedError: 'adminApi.account.500',
  errors: [],
});

export const removeAdminSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/account/sessions/{sessionId}',
  access: 'admin',
  role: 'orders',
  summary: 'End one of your sessions.',
  params: sessionParams,
  answer: z.object({}),
  successCode: 'api.sessions.remove.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['api.sessions.404'],
});

export const removeOtherAdminSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/account/sessions',
  access: 'admin',
  role: 'orders',
  summary: 'End all your sessions except this one.',
  answer: z.object({}),
  successCode: 'api.sessions.removeOthers.success',
  unexpectedError: 'adminApi.account.500',
  errors: [],
});

export const startTwoFactorInput = z.object({ password: enteredPassword });

export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/account/two-factor',
  access: 'admin',
  role: 'orders',
  summary: 'Create a secret for an authenticator app. Two-factor login is off until it is confirmed with a code.',
  body: startTwoFactorInput,
  answer: z.object({
    /** Base32. */
    secret: z.string(),
    /** otpauth:// */
    uri: z.string(),
    /** `uri` as a QR code: `size` modules wide, the dark ones as an SVG path with one unit for each module. */
    qr: z.object({ size: z.number(), path: z.string() }),
  }),
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.password', 'adminApi.403', 'adminApi.twoFactor.on'],
});

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const confirmTwoFactorInput = z.object({ code: secondCode });

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/account/two-factor/confirm',
  access: 'admin',
  role: 'orders',
  summary:
    'Switch two-factor login on with a code of the app, end the other sessions and return the recovery codes, which are not shown again.',
  body: confirmTwoFactorInput,
  answer: recoveryCodes,
  successCode: 'adminApi.twoFactor.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.code', 'adminApi.twoFactor.start'],
});

/** Password and a code of the app, or a recovery code. */
export const bothFactorsInput = z.object({ password: enteredPassword, code: secondCode });

export const removeTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/account/two-factor',
  access: 'admin',
  role: 'orders',
  summary: 'Switch two-factor login off. Wrong passwords and codes count towards the login lock.',
  body: bothFactorsInput,
  answer: z.object({}),
  successCode: 'adminApi.twoFactor.removed',
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.password', 'adminApi.code', 'adminApi.403', 'adminApi.twoFactor.off'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/admin/account/two-factor/recovery-codes',
  access: 'admin',
  role: 'orders',
  summary: 'Replace the recovery codes. Wrong passwords and codes count towards the login lock.',
  body: bothFactorsInput,
  answer: recoveryCodes,
  successCode: 'adminApi.recoveryCodes.success',
  unexpectedError: 'adminApi.account.500',
  errors: ['adminApi.password', 'adminApi.code', 'adminApi.403', 'adminApi.twoFactor.off'],
});
