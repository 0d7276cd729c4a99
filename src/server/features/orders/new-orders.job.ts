import { DEFAULT_LANGUAGE } from '#contract/languages.ts';
import type { Work } from '../../db/work.ts';
import type { Job } from '../../infra/jobs/jobs.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type AdminRepos, listAdminEmails } from '../admins/admins.service.ts';
import type { OrderRepos } from './order-steps.service.ts';
import { newOrdersMail } from './orders.mails.ts';

interface Deps {
  work: Work<OrderRepos & Pick<AdminRepos, 'admins'>>;
  mails: Pick<MailsService, 'queue'>;
  /** Milliseconds between two emails. */
  every: number;
}

/** Orders in one email. Further ones are in the next. */
const ORDERS_MAX = 100;

/**
 * Emails all administrators about the orders placed since the last run, in the default language: no language is stored for
 * administrators. An order that was cancelled or paid before the run is left out.
 */
export const newOrdersJob = ({ work, mails, every }: Deps): Job => ({
  name: 'orders.new',
  every,
  async run() {
    await work.inTransaction(async (repos) => {
      const codes = await repos.orders.announce(ORDERS_MAX);
      if (codes.length === 0) return;
      const waiting = await repos.orders.countWaiting();
      for (const to of await listAdminEmails(repos)) await mails.queue(repos, newOrdersMail(to, DEFAULT_LANGUAGE, codes, waiting));
    });
    return true;
  },
});
