import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, id, line, optionalText, reason, seenText, tariff, text } from './fields.ts';
import { income } from './income.ts';
import { LANGUAGES } from './languages.ts';
import { ADMIN_NOTES_MAX, LOCK_REASON_MAX, REPLY_MAX, SUBJECT_MAX } from './limits.ts';
import { MAIL_FAILURES, MAIL_KINDS } from './mails.ts';
import { order } from './orders.ts';
import { listedUser } from './users.admin.ts';

/** How a period came to be: an order was paid, an administrator set it, or an administrator deleted the order of a period. */
export const PERIOD_SOURCES = ['order', 'manual', 'deletedOrder'] as const;

/** A change of a user's tariff. The dates are null for basic. */
export const tariffChange = z.object({
  at: z.string(),
  source: z.enum(PERIOD_SOURCES),
  tariff,
  tariff_start_date: z.nullable(z.string()),
  tariff_end_date: z.nullable(z.string()),
  order_code: z.nullable(z.string()),
  /** The email of the administrator who changed the tariff manually or deleted the order. */
  actor: z.nullable(z.string()),
  /** Why the administrator did it, if that was given. */
  reason: z.nullable(z.string()),
});
export type TariffChange = z.core.output<typeof tariffChange>;

/** Whether an email waits for delivery, was sent, was given up, or expired before it could be sent. */
export const USER_MAIL_STATES = ['waiting', 'sent', 'failed', 'expired'] as const;

export const userMail = z.object({
  id: z.number(),
  kind: z.enum(MAIL_KINDS),
  created_at: z.string(),
  state: z.enum(USER_MAIL_STATES),
  /** Why the last attempt failed. */
  reason: z.nullable(z.enum(MAIL_FAILURES)),
});
export type UserMail = z.core.output<typeof userMail>;

/** What administrators see of a user: never the vehicles, records or notes themselves. Times are ISO 8601 UTC. */
export const userPage = z.extend(listedUser, {
  phone: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  created_at: z.string(),
  /** Day of the last use, YYYY-MM-DD in UTC. */
  last_seen_on: z.nullable(z.string()),
  /** Devices on which the user is logged in. */
  sessions: z.number(),
  /** Until when wrong passwords lock the login. */
  login_locked_until: z.nullable(z.string()),
  /** Until when wrong codes lock the reset of the password. */
  code_locked_until: z.nullable(z.string()),
  /** When an administrator locked the account, and the reason if one was given. */
  locked_at: z.nullable(z.string()),
  lock_reason: z.nullable(z.string()),
  tariff_changes: z.array(tariffChange),
  orders: z.array(order),
  order_count: z.number(),
  /** The newest payments, refunds and corrections. */
  payments: z.array(income),
  vehicles: z.number(),
  archived_vehicles: z.number(),
  /** Size of all photos. */
  photo_bytes: z.number(),
  mails: z.array(userMail),
  admin_notes: z.string(),
});
export type UserPage = z.core.output<typeof userPage>;

const params = z.object({ userId: id });
const answer = z.object({ data: userPage });
const common = { access: 'admin', role: 'all', params, answer, unexpectedError: 'adminApi.users.500' } as const;

export const getUserPage = endpoint({
  ...common,
  role: 'orders',
  method: 'GET',
  path: '/api/admin/users/{userId}',
  summary:
    'Get a user with tariff history, orders, the number of vehicles, the size of the photos and the last emails. Vehicles, records and notes are not part of it. The role `orders` may open 300 an hour.',
  errors: ['api.user.404'],
});

export const logOutUser = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/admin/users/{userId}/sessions',
  summary: 'End all sessions of a user, who gets an email if there were any.',
  successCode: 'adminApi.users.logout.success',
  errors: ['api.user.404'],
});

export const removeLoginLock = endpoint({
  ...common,
  role: 'orders',
  method: 'DELETE',
  path: '/api/admin/users/{userId}/login-lock',
  summary:
    'Remove the locks that wrong passwords and wrong codes have put on a user. Without a lock, nothing changes. For the role `orders`, it counts as an opened page.',
  successCode: 'adminApi.users.loginLock.success',
  errors: ['api.user.404'],
});

export const lockUserInput = z.object({ reason: z._default(optionalText(LOCK_REASON_MAX), '') });

export const lockUser = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/admin/users/{userId}/lock',
  summary:
    'Lock an account: all calls of its user are answered with 401 api.locked, and a login with 403. The user gets an email with the reason.',
  body: lockUserInput,
  successCode: 'adminApi.users.lock.success',
  errors: ['api.user.404', 'adminApi.users.lock.409'],
});

export const unlockUser = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/admin/users/{userId}/lock',
  summary: 'Unlock an account. Its user gets an email and has to log in again.',
  successCode: 'adminApi.users.unlock.success',
  errors: ['api.user.404', 'adminApi.users.unlock.409'],
});

export const saveUserNotesInput = z.object({
  text: optionalText(ADMIN_NOTES_MAX),
  /** The notes as they were shown to the administrator; 409 if others are stored by now. Without it, the last request wins. */
  seen: z.optional(z.object({ text: seenText }, 'validation.invalid')),
});

export const saveUserNotes = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/admin/users/{userId}/notes',
  summary: 'Save the administrators’ notes about a user; the user never sees them.',
  body: saveUserNotesInput,
  successCode: 'adminApi.users.notes.success',
  errors: ['api.user.404', 'adminApi.changed'],
});

/** The reason stays in the activity log, unlike those for other actions on the account. */
export const removeUserInput = z.object({ email, reason });

export const removeUser = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/admin/users/{userId}',
  summary: 'Delete a user with all data, as users do themselves. The email of the user confirms it. The user gets an email.',
  body: removeUserInput,
  answer: z.object({}),
  successCode: 'adminApi.users.remove.success',
  errors: ['api.user.404', 'adminApi.users.email'],
});

export const writeToUserInput = z.object({ subject: line(SUBJECT_MAX), text: text(REPLY_MAX) });

export const writeToUser = endpoint({
  ...common,
  role: 'orders',
  method: 'POST',
  path: '/api/admin/users/{userId}/mails',
  summary:
    'Email a user a plain text, which the activity log does not contain. The same email is not sent twice within an hour. Each administrator may send 30 an hour.',
  body: writeToUserInput,
  successCode: 'adminApi.users.mail.success',
  errors: ['api.user.404'],
});
