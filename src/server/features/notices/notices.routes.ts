import { changeNotices, getNotices, makeCalendar, removeCalendar } from '#contract/notices.ts';
import { type Route, route } from '../../http/route.ts';
import type { CalendarService } from './calendar.service.ts';
import type { NoticeSettingsService } from './notice-settings.service.ts';

export const noticesRoutes = (settings: NoticeSettingsService, calendar: CalendarService): Route[] => [
  route(getNotices, async ({ caller }) => ({ data: await settings.get(caller) })),
  route(changeNotices, async ({ caller, body }) => ({ data: await settings.change(caller, body) })),
  route(makeCalendar, async ({ caller }) => ({ data: await calendar.make(caller) })),
  route(removeCalendar, async ({ caller }) => {
    await calendar.remove(caller);
    return {};
  }),
];
