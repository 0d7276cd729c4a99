import { MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { forEachCollectingErrors, type Job } from '../../infra/jobs/jobs.service.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { OrderRepos, OrderStepsService } from './order-steps.service.ts';

interface Deps {
  work: Work<OrderRepos>;
  steps: OrderStepsService;
  mails: Pick<MailsService, 'wake'>;
  clock: Clock;
  /** Milliseconds between the confirmation of a payment and the start of its tariff. */
  grace: number;
}

const BATCH = 50;

/** Completes confirmed orders after the grace period (docs/product.md, Orders and payments). */
export const completionJob = ({ work, steps, mails, clock, grace }: Deps): Job => ({
  name: 'orders.completion',
  every: MINUTE,
  async run() {
    const due = await work.repos.orders.listConfirmed(isoTime(clock.now() - grace), BATCH);
    await forEachCollectingErrors(due, ({ code }) =>
      work.inTransaction(async (repos) => {
        const locked = await steps.lockOrderAndUser(repos, code);
        // An administrator may have completed or deleted it since it was listed.
        if (locked?.order.status === 'confirmed') await steps.complete(repos, locked);
      }),
    ).finally(mails.wake);
    return due.length < BATCH;
  },
});
