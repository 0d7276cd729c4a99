import { DAY } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import type { Job } from '../../infra/jobs/jobs.service.ts';
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
/** Milliseconds. It contains names, which are not kept longer: the orders are in the panel. */
const MAIL_TTL = 5 * DAY;

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
      const facts = { waiting: await repos.orders.countWaiting(), expiresAt: isoTime(clock.now() + MAIL_TTL) };
      for (const admin of await listAdminRecipients(repos)) await mails.queue(repos, newOrdersMail(admin, orders, facts));
    });
    return true;
  },
});
