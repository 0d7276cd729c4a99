import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { mailsRepo } from '../../infra/mails/mails.repo.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { calendarFile } from '../../ports/calendars.ts';
import { monthsRepo } from '../entries/months.repo.ts';
import { stampsRepo } from '../entries/stamps.repo.ts';
import { planRepo } from '../plan/plan.repo.ts';
import { usersRepo } from '../users/users.repo.ts';
import { calendarService } from './calendar.service.ts';
import { noticeAccountsRepo } from './notice-accounts.repo.ts';
import { noticeSettingsService } from './notice-settings.service.ts';
import { noticesRoutes } from './notices.routes.ts';
import { planNoticesJob } from './plan-notices.job.ts';
import { planNoticesRepo } from './plan-notices.repo.ts';
import { telegramAnswers } from './telegram-answers.service.ts';
import { type TelegramBot, telegramBotService } from './telegram-bot.service.ts';
import { telegramDelivery } from './telegram-delivery.service.ts';
import { telegramLinksRepo } from './telegram-links.repo.ts';
import { telegramLinksService } from './telegram-links.service.ts';
import { telegramQueueRepo } from './telegram-queue.repo.ts';
import { type AddReading, telegramReadings } from './telegram-readings.service.ts';

/** What the links of notices do, which work without a login. */
export interface NoticeLinks {
  /** Stops the notices by email of the account with that token. */
  stop: (token: string) => Promise<void>;
  /** The calendar behind a link; undefined if there is none. */
  readCalendar: (secret: string) => Promise<string | undefined>;
}

/** Notices about what is soon, due or overdue on the plans. */
export function noticesFeature(
  { store, clock, tokens, origin, telegram: bot }: Pick<Deps, 'store' | 'clock' | 'tokens' | 'origin' | 'telegram'>,
  { mails, onError }: { mails: MailsService; onError: (error: unknown) => void },
  { addReading }: { addReading: AddReading },
): Feature & { links: NoticeLinks; bot: TelegramBot | undefined } {
  const work = workOf(store, (db) => ({
    accounts: noticeAccountsRepo(db),
    telegram: telegramLinksRepo(db),
    queue: telegramQueueRepo(db),
    notices: planNoticesRepo(db),
    mails: mailsRepo(db),
    users: usersRepo(db),
    plan: planRepo(db),
    stamps: stampsRepo(db),
    months: monthsRepo(db),
  }));
  const settings = noticeSettingsService({ work, mails, clock, hasTelegram: bot !== undefined });
  const calendar = calendarService({ work, clock, tokens, origin, write: calendarFile });
  const links = telegramLinksService({ work, clock, tokens, bot });
  const answers = telegramAnswers({ work, links, readings: telegramReadings({ work, addReading, clock, origin }), clock, origin });
  const delivery = bot && telegramDelivery({ work, links, bot, clock, onError });
  const jobs = [
    planNoticesJob({ work, mails, clock, tokens, origin, hasTelegram: bot !== undefined }),
    ...(delivery ? [delivery.job] : []),
  ];
  return {
    bot: bot && delivery && telegramBotService({ work, answers, bot, deliver: delivery.deliver, clock, tokens, onError }),
    links: { stop: settings.stop, readCalendar: calendar.read },
    jobs,
    routes: noticesRoutes(settings, calendar, links),
  };
}
