import { changeNotices, getNotices, linkTelegram, makeCalendar, removeCalendar, unlinkTelegram } from '#contract/notices.ts';
import { type Route, route } from '../../http/route.ts';
import type { CalendarService } from './calendar.service.ts';
import type { NoticeSettingsService } from './notice-settings.service.ts';
import type { TelegramLinksService } from './telegram-links.service.ts';

export const noticesRoutes = (settings: NoticeSettingsService, calendar: CalendarService, telegram: TelegramLinksService): Route[] => [
  route(getNotices, async ({ caller }) => ({ data: await settings.get(caller) })),
  route(changeNotices, async ({ caller, body }) => ({ data: await settings.change(caller, body) })),
  route(makeCalendar, async ({ caller }) => ({ data: await calendar.make(caller) })),
  route(removeCalendar, async ({ caller }) => {
    await calendar.remove(caller);
    return {};
  }),
  route(linkTelegram, async ({ caller }) => ({ data: await telegram.makeCode(caller) })),
  route(unlinkTelegram, async ({ caller }) => {
    await telegram.remove(caller);
    return {};
  }),
];
