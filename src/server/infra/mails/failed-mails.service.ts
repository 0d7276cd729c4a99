import type { FailedMail, WaitingMail } from '#contract/mails.ts';
import { isAllowed } from '#contract/roles.ts';
import { MINUTE } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import { type PageQuery, sliceOf } from '../../db/paging.ts';
import type { AfterCommit, Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { AuditRepos, AuditService } from '../audit/audit.service.ts';
import type { FailedMailsRepo } from './failed-mails.repo.ts';
import { LEASE } from './mail-delivery.service.ts';

interface Deps {
  work: Work<AuditRepos & AfterCommit & { failedMails: FailedMailsRepo }>;
  audit: AuditService;
  clock: Clock;
  /** Starts the delivery of waiting emails. */
  wake: () => void;
}

export type FailedMailsService = ReturnType<typeof failedMailsService>;

export function failedMailsService({ work, audit, clock, wake }: Deps) {
  const { failedMails } = work.repos;

  /** An email whose next attempt is not later than this may be in progress, also if it was claimed after the clock was read here. */
  const inProgressUntil = (): string => isoTime(clock.now() + LEASE + MINUTE);

  return {
    /** A page of the emails whose delivery failed permanently, latest failure first, and their total number. */
    async list(page: PageQuery): Promise<{ data: FailedMail[]; total: number }> {
      const total = await failedMails.count();
      const slice = sliceOf(page, total);
      const rows = slice ? await failedMails.list(slice) : [];
      return { data: rows.map(({ expires_at, ...row }) => ({ ...row, can_send: expires_at === null })), total };
    },

    /** A page of the emails that wait for delivery, next attempt first, and their total number. */
    async listWaiting(page: PageQuery): Promise<{ data: WaitingMail[]; total: number }> {
      const total = await failedMails.countWaiting();
      const slice = sliceOf(page, total);
      const rows = slice ? await failedMails.listWaiting(slice) : [];
      const soon = inProgressUntil();
      return { data: rows.map(({ expires_at, ...row }) => ({ ...row, can_send: expires_at === null && row.next_try_at > soon })), total };
    },

    /**
     * Sends an email now, unless it was sent or is being sent. 404 for an unknown id, 409 for an email that expires, 403 for an email other
     * than a reply if the administrator manages only orders and messages.
     */
    async sendAgain(id: number, { email: actor, role }: Pick<AdminCaller, 'email' | 'role'>): Promise<void> {
      const mail = await failedMails.find(id);
      if (!mail) throw new AppError('mailsApi.404');
      if (mail.kind !== 'reply' && !isAllowed(role, 'all')) throw new AppError('adminApi.role');
      if (mail.expires_at !== null) throw new AppError('mailsApi.409');
      await work.inTransaction(async (repos) => {
        if (!(await repos.failedMails.sendNow(id, isoTime(clock.now()), inProgressUntil()))) return;
        repos.after(wake);
        await audit.write(repos, { actor, action: 'mail.send', subject: `mail ${id}`, after: { mail_kind: mail.kind } });
      });
    },
  };
}
