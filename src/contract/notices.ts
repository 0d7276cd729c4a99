import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { timeZone } from './time-zone.ts';

const flag = z.boolean('validation.invalid');

/** How an account is told what is soon, due or overdue on its plans. */
export const noticeSettings = z.object({
  /** Whether it gets emails. */
  mail: z.boolean(),
  /** Whether all notices are paused. */
  isPaused: z.boolean(),
  /** IANA name: notices are sent at 9 in the morning there, and the days of the plan are those there. */
  timeZone: z.string(),
  /** null if this server has no bot; `blocked`: not linked any more, because the bot was blocked. */
  telegram: z.nullable(z.enum(['none', 'linked', 'blocked'])),
  /** Whether there is a link to the calendar. */
  hasCalendar: z.boolean(),
});
export type NoticeSettings = z.core.output<typeof noticeSettings>;

export const getNotices = endpoint({
  method: 'GET',
  path: '/api/users/notices',
  access: 'user',
  summary: 'Get how the account is told what is soon, due or overdue on its plans.',
  answer: z.object({ data: noticeSettings }),
  unexpectedError: 'noticesApi.500',
  errors: [],
});

export const changeNotices = endpoint({
  method: 'PATCH',
  path: '/api/users/notices',
  access: 'user',
  summary: 'Change any of the settings of the notices. Emails that wait are withdrawn when they are switched off or paused.',
  body: z.object({ mail: z.optional(flag), isPaused: z.optional(flag), timeZone: z.optional(timeZone) }),
  answer: z.object({ data: noticeSettings }),
  successCode: 'noticesApi.update.success',
  unexpectedError: 'noticesApi.500',
  errors: [],
});

export const makeCalendar = endpoint({
  method: 'POST',
  path: '/api/users/calendar',
  access: 'user',
  summary: 'Make a link to a calendar (iCalendar) of what is due on the plans; it is not shown again. One from before stops working.',
  answer: z.object({ data: z.object({ url: z.string() }) }),
  status: 201,
  successCode: 'calendarApi.create.success',
  unexpectedError: 'calendarApi.500',
  errors: [],
});

export const removeCalendar = endpoint({
  method: 'DELETE',
  path: '/api/users/calendar',
  access: 'user',
  summary: 'Switch the calendar off: its link stops working. It is not an error if there is none.',
  answer: z.object({}),
  successCode: 'calendarApi.delete.success',
  unexpectedError: 'calendarApi.500',
  errors: [],
});

export const linkTelegram = endpoint({
  method: 'POST',
  path: '/api/users/telegram',
  access: 'user',
  summary: 'Make a link to the bot, which links Telegram to the account when it is opened there; it works once, for 15 minutes.',
  answer: z.object({ data: z.object({ code: z.string(), url: z.string(), expiresAt: z.string() }) }),
  status: 201,
  successCode: 'telegramApi.create.success',
  unexpectedError: 'noticesApi.500',
  errors: ['telegramApi.404', 'telegramApi.502'],
});

export const unlinkTelegram = endpoint({
  method: 'DELETE',
  path: '/api/users/telegram',
  access: 'user',
  summary: 'Unlink Telegram, and withdraw the messages that wait. It is not an error if it is not linked.',
  answer: z.object({}),
  successCode: 'telegramApi.delete.success',
  unexpectedError: 'noticesApi.500',
  errors: [],
});
