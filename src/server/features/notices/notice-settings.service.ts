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

interface Deps {
  work: Work<UserRepos & MailRepos & { accounts: NoticeAccountsRepo }>;
  mails: Pick<MailsService, 'eraseWaiting'>;
  clock: Clock;
}

type Change = z.core.output<(typeof changeNotices)['body']>;

export type NoticeSettingsService = ReturnType<typeof noticeSettingsService>;

/** How an account is told about its plans. */
export function noticeSettingsService({ work, mails, clock }: Deps) {
  async function read({ accounts }: { accounts: NoticeAccountsRepo }, { userId }: Pick<Caller, 'userId'>) {
    const row = await accounts.find(userId);
    return {
      mail: row?.sends_mail !== 0,
      isPaused: row?.is_paused === 1,
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
        const isTold = mail && !isPaused;
        if (!isTold) await mails.eraseWaiting(repos, user.email, 'planDue');
        const due_at = isTold ? isoTime(nextMorning(clock.now(), timeZone, lookedOn)) : null;
        await repos.accounts.upsert(caller.userId, { sends_mail: mail ? 1 : 0, is_paused: isPaused ? 1 : 0, due_at });
        return { mail, isPaused, timeZone, hasCalendar: stored.hasCalendar };
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
