import type * as z from 'zod/mini';
import type { changeNotices, NoticeSettings } from '#contract/notices.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { UserRepos } from '../users/users.service.ts';
import { nextMorning } from './morning.rules.ts';
import type { NoticeAccountsRepo } from './notice-accounts.repo.ts';
import type { TelegramLinkRow, TelegramLinksRepo } from './telegram-links.repo.ts';
import type { TelegramQueueRepo } from './telegram-queue.repo.ts';

interface Deps {
  work: Work<SettingsRepos>;
  mails: Pick<MailsService, 'eraseWaiting'>;
  clock: Clock;
  /** Whether there is a bot. */
  hasTelegram: boolean;
}

interface SettingsRepos extends UserRepos, MailRepos {
  accounts: NoticeAccountsRepo;
  telegram: TelegramLinksRepo;
  queue: TelegramQueueRepo;
}

type Change = z.core.output<(typeof changeNotices)['body']>;

export type NoticeSettingsService = ReturnType<typeof noticeSettingsService>;

function stateOf(link: TelegramLinkRow | undefined): 'none' | 'linked' | 'blocked' {
  if (!link) return 'none';
  if (link.chat_id !== null) return 'linked';
  return link.blocked_at === null ? 'none' : 'blocked';
}

/** How an account is told about its plans. */
export function noticeSettingsService({ work, mails, clock, hasTelegram }: Deps) {
  async function read({ accounts, telegram }: Pick<SettingsRepos, 'accounts' | 'telegram'>, { userId }: Pick<Caller, 'userId'>) {
    const row = await accounts.find(userId);
    const link = hasTelegram ? await telegram.findLink(userId) : undefined;
    return {
      mail: row?.sends_mail !== 0,
      isPaused: row?.is_paused === 1,
      telegram: hasTelegram ? stateOf(link) : null,
      lookedOn: row?.looked_on ?? null,
      hasCalendar: (row?.calendar_hash ?? null) !== null,
    };
  }

  return {
    async get(caller: Caller): Promise<NoticeSettings> {
      const { lookedOn, ...settings } = await read(work.repos, caller);
      return { ...settings, timeZone: caller.timeZone };
    },

    /** Changes the fields that are present. */
    async change(caller: Caller, input: Change): Promise<NoticeSettings> {
      return work.inTransaction(async (repos) => {
        const user = await repos.users.lock(caller.userId);
        if (!user) throw new AppError('api.401');
        const { lookedOn, ...stored } = await read(repos, caller);
        const { mail = stored.mail, isPaused = stored.isPaused } = input;
        const timeZone = input.timeZone ?? user.time_zone;
        if (timeZone !== user.time_zone) await repos.users.update(caller.userId, { time_zone: timeZone });
        if (!mail || isPaused) await mails.eraseWaiting(repos, user.email, 'planDue');
        if (isPaused) await repos.queue.deleteMessagesOf(caller.userId);
        const isTold = (mail || stored.telegram === 'linked') && !isPaused;
        const due_at = isTold ? isoTime(nextMorning(clock.now(), timeZone, lookedOn)) : null;
        await repos.accounts.upsert(caller.userId, { sends_mail: mail ? 1 : 0, is_paused: isPaused ? 1 : 0, due_at });
        return { ...stored, mail, isPaused, timeZone };
      });
    },

    /** Switches the emails of an account off, by the link in them; does nothing for an unknown token. */
    async stop(token: string): Promise<void> {
      await work.inTransaction(async (repos) => {
        const stopped = await repos.accounts.stopMail(token);
        if (stopped) await mails.eraseWaiting(repos, stopped.email, 'planDue');
      });
    },
  };
}
