import { LANGUAGES } from '#contract/languages.ts';
import type { Overview, SetupStep } from '#contract/overview.ts';
import { isAllowed } from '#contract/roles.ts';
import type { AdminCaller } from '../../caller.ts';
import { DEFAULT_EMAIL } from '../admins/settings-admin.service.ts';
import type { OverviewRepo } from './overview.repo.ts';

interface Deps {
  repo: OverviewRepo;
  hasSmtp: boolean;
  contactEmail: string | undefined;
}

const MAX = 1_000;

export function overviewService({ repo, hasSmtp, contactEmail }: Deps) {
  /** What only administrators with every right can do. */
  async function siteSteps(): Promise<[SetupStep, boolean][]> {
    const payments = await repo.listPayments();
    // Filled in but switched off is a decision.
    const canBePaid = payments.length === LANGUAGES.length && payments.some(({ isActive }) => isActive);
    return [
      ['payments', canBePaid],
      ['seller', await repo.hasSeller()],
      ['contact', contactEmail !== undefined],
      ['address', !(await repo.hasAdmin(DEFAULT_EMAIL))],
    ];
  }

  async function stepsOf({ adminId, role }: AdminCaller): Promise<SetupStep[]> {
    const steps: [SetupStep, boolean][] = [
      // Each administrator writes emails.
      ['mail', hasSmtp],
      ...(isAllowed(role, 'all') ? await siteSteps() : []),
      ['twoFactor', await repo.hasTwoFactor(adminId)],
    ];
    return steps.filter(([, isDone]) => !isDone).map(([step]) => step);
  }

  return {
    /** What waits for this administrator, and what is still to set up. */
    async get(caller: AdminCaller): Promise<Overview> {
      return {
        orders: await repo.countOrders(MAX),
        messages: await repo.countMessages(MAX),
        mails: isAllowed(caller.role, 'all') ? await repo.countFailedMails(MAX) : null,
        setup: await stepsOf(caller),
      };
    },
  };
}
