import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { confirmationCode, email, enteredPassword, orJson, password, personName, phone, seenText } from './fields.ts';
import { CURRENCIES, CURRENCY_CHANGES } from './tariffs.ts';
import { user } from './users.ts';

/** Profile form. An omitted phone or currency is left unchanged; an empty phone is removed. */
export const changeProfileInput = z.object({
  firstName: personName,
  lastName: personName,
  phone: z.optional(phone),
  currency: z.optional(z.enum(CURRENCIES, 'validation.choice')),
  /** What a new currency does to the amounts in the old one: a new label (by default), or nothing, so that only later ones are in it. */
  currencyChange: z.optional(z.enum(CURRENCY_CHANGES, 'validation.choice')),
  /** Accepted but ignored: without an uploaded file the image is left unchanged, whatever this field contains. */
  existingImagePath: z.optional(z.unknown()),
  /** `true` removes the image; ignored if a file is sent, which replaces the image. */
  removeImage: z.optional(z.enum(['true', 'false'], 'validation.choice')),
  /** Fields as they were shown, an absent phone as an empty text; 409 if other values are stored now. */
  seen: z.optional(orJson(z.partial(z.object({ firstName: seenText, lastName: seenText, phone: seenText, currency: seenText })))),
});
/** The server compares `passwordNew` and `passwordConfirm`, because a mismatch is 409 and a schema error would be 400. */
export const changePasswordInput = z.object({ passwordCurrent: enteredPassword, passwordNew: password, passwordConfirm: enteredPassword });
export const deleteUserInput = z.object({ password: enteredPassword });
export const forgotPasswordInput = z.object({ email });
export const resetPasswordInput = z.object({ email, confirmationCode, passwordNew: password, passwordConfirm: enteredPassword });

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/users/change-profile',
  access: 'user',
  summary: 'Update names, phone, currency and photo; without a new photo the current one is kept, unless removeImage is true.',
  body: changeProfileInput,
  image: 'optional',
  answer: z.object({ data: user }),
  successCode: 'api.changeProfile.success',
  validationError: 'api.changeProfile.400',
  unexpectedError: 'api.changeProfile.500',
  errors: ['api.user.404', 'api.changed', 'imageApi.413', 'imageApi.422', 'imageApi.502'],
});

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/api/users/change-password',
  access: 'user',
  summary: 'Change the password and end all other sessions. Wrong current passwords count towards the login lock.',
  body: changePasswordInput,
  answer: z.object({}),
  successCode: 'api.changePassword.success',
  unexpectedError: 'api.changePassword.500',
  errors: ['api.changePassword.400', 'api.changePassword.409', 'api.user.404', 'api.loginUser.403'],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/delete',
  access: 'user',
  summary: 'Delete the account and everything that belongs to it. Wrong passwords count towards the login lock.',
  body: deleteUserInput,
  answer: z.object({}),
  successCode: 'api.deleteUser.success',
  unexpectedError: 'api.deleteUser.500',
  errors: ['api.deleteUser.400', 'api.user.404', 'api.loginUser.403'],
});

export const session = z.object({
  id: z.string(),
  /** User-Agent header of the login request. */
  device: z.string(),
  createdAt: z.string(),
  /** Accurate to about ten minutes. */
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
});
export type Session = z.core.output<typeof session>;

export const sessionParams = z.object({ sessionId: z.string().check(z.regex(/^[\w-]{22,32}$/, 'api.id')) });

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/users/sessions',
  access: 'user',
  summary: 'List the user’s sessions, most recently used first.',
  answer: z.object({ data: z.array(session) }),
  unexpectedError: 'api.sessions.500',
  errors: [],
});

export const removeSession = endpoint({
  method: 'DELETE',
  path: '/api/users/sessions/{sessionId}',
  access: 'user',
  summary: 'End one of the user’s sessions.',
  params: sessionParams,
  answer: z.object({}),
  successCode: 'api.sessions.remove.success',
  unexpectedError: 'api.sessions.500',
  errors: ['api.sessions.404'],
});

export const removeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/sessions',
  access: 'user',
  summary: 'End all of the user’s sessions except this one.',
  answer: z.object({}),
  successCode: 'api.sessions.removeOthers.success',
  unexpectedError: 'api.sessions.500',
  errors: [],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/users/forgot-password',
  access: 'public',
  summary: 'Email a password reset code; the response is the same whether or not the address is registered.',
  body: forgotPasswordInput,
  answer: z.object({}),
  successCode: 'api.forgotPassword.success',
  unexpectedError: 'api.forgotPassword.500',
  errors: ['api.sendCode.429', 'api.sendCode.network', 'api.sendCode.busy', 'api.code.locked'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/users/reset-password',
  access: 'public',
  summary: 'Set a new password with the emailed code; all sessions end.',
  body: resetPasswordInput,
  answer: z.object({}),
  successCode: 'api.resetPassword.success',
  unexpectedError: 'api.resetPassword.500',
  errors: ['api.changePassword.409', 'api.validateCode.403', 'api.validateCode.expired', 'api.code.locked', 'api.code.429'],
});
