import { MINUTE } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { AUTO, type AuditRepos, type AuditService } from '../../infra/audit/audit.service.ts';
import { forEachCollectingErrors, type Job } from '../../infra/jobs/jobs.service.ts';
import { CLOCK_TOLERANCE, type Clock, isoTime } from '../../ports/clock.ts';
import type { OrderRepos, OrderStepsService } from './order-steps.service.ts';
import { toOrder } from './orders.rows.ts';
import { waitsFrom } from './orders.rules.ts';

interface Deps {
  work: Work<OrderRepos & AuditRepos>;
  steps: OrderStepsService;
  audit: AuditService;
  clock: Clock;
  /** Milliseconds between the confirmation of a payment and the start of its tariff. */
  grace: number;
}

const BATCH = 50;
/** A confirmed renewal is completed this long before the end of the running period, so that nothing is hidden between. */
const RENEWAL_MARGIN = 5 * MINUTE;

/** Completes confirmed orders after the grace period (docs/product.md, Orders and payments). */
export const completionJob = ({ work, steps, audit, clock, grace }: Deps): Job => ({
  name: 'orders.completion',
  every: MINUTE,
  async run() {
    const now = clock.now();
    const until = isoTime(now - grace);
    // A payment that was confirmed later than now was confirmed by a process with a wrong clock.
    const latest = isoTime(now + CLOCK_TOLERANCE);
    const endsBefore = isoTime(now + RENEWAL_MARGIN);
    const due = await work.repos.orders.listConfirmed({ until, latest, endsBefore }, BATCH);
    await forEachCollectingErrors(due, ({ code }) =>
      work.inTransaction(async (repos) => {
        const locked = await steps.lockOrderAndUser(repos, code);
        // Since it was listed, an administrator may have completed or deleted it, or undone the confirmation and confirmed it again.
        if (locked?.order.status !== 'confirmed') return;
        const [confirmedAt, from] = [locked.order.confirmed_at ?? '', waitsFrom(locked.order)];
        const end = locked.user?.tariff_end_date ?? '';
        const isRenewal = confirmedAt <= end && end < endsBefore && locked.order.activation_undone_at === null;
        if (from > until && from <= latest && !isRenewal) return;
        const after = toOrder(await steps.complete(repos, locked));
        const entry = { actor: AUTO, action: 'order.status', subject: `order ${code}`, userId: after.user_id } as const;
        await audit.write(repos, { ...entry, before: toOrder(locked.order), after });
      }),
    );
    return due.length < BATCH;
  },
});
