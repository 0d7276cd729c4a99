import { changeNotices, getNotices } from '#contract/notices.ts';
import { type Route, route } from '../../http/route.ts';
import type { NoticeSettingsService } from './notice-settings.service.ts';

export const noticesRoutes = (settings: NoticeSettingsService): Route[] => [
  route(getNotices, async ({ caller }) => ({ data: await settings.get(caller) })),
  route(changeNotices, async ({ caller, body }) => ({ data: await settings.change(caller, body) })),
];
