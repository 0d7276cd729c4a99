import type { Work } from '../../db/work.ts';
import type { Job } from '../../infra/jobs/jobs.service.ts';
import { GIVE_UP_AFTER } from '../../infra/mails/mail-results.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { type AdminRepos, listAdminRecipients } from '../admins/admins.service.ts';
import type { OrderRepos } from './order-steps.service.ts';
import { newOrdersMail } from './orders.mails.ts';

interface Deps {
  work: Work<OrderRepos & Pick<AdminRepos, 'admins'>>;
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
  /** Milliseconds between two emails. */
  every: number;
}

/** Orders in one email. Further ones are in the next. */
const ORDERS_MAX = 100;

/**
 * Emails all administrators about the orders placed since the last run. An order that was cancelled or paid before the run is left out.
 */
export const newOrdersJob = ({ work, mails, clock, every }: Deps): Job => ({
  name: 'orders.new',
  every,
  async run() {
    await work.inTransaction(async (repos) => {
      const orders = await repos.orders.announce(ORDERS_MAX);
      if (orders.length === 0) return;
      // An email that expires is erased after delivery: it contains names.
      const facts = { waiting: await repos.orders.countWaiting(), expiresAt: isoTime(clock.now() + GIVE_UP_AFTER) };
      for (const admin of await listAdminRecipients(repos)) await mails.queue(repos, newOrdersMail(admin, orders, facts));
    });
    return true;
  },
});

type AnnouncementRepos = Pick<OrderRepos, 'orders' | 'mails' | 'after'> & Pick<AdminRepos, 'admins'>;

/** Withdraws the waiting emails that name a user, and queues them again with the orders of the others, for the same administrators. */
export async function announceWithout(repos: AnnouncementRepos, mails: Pick<MailsService, 'queue'>, userId: number): Promise<void> {
  const withdrawn = await repos.mails.withdrawNaming(userId);
  if (withdrawn.length === 0) return;
  const waiting = await repos.orders.countWaiting();
  const admins = new Map((await listAdminRecipients(repos)).map((admin) => [admin.email, admin]));
  for (const { recipient, userIds, expires_at: expiresAt } of withdrawn) {
    const admin = admins.get(recipient);
    const orders = await repos.orders.listAnnounced(userIds.filter((id) => id !== userId));
    if (admin && expiresAt && orders.length > 0) await mails.queue(repos, newOrdersMail(admin, orders, { waiting, expiresAt }));
  }
}
