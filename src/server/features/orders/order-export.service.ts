import type { Language } from '#contract/languages.ts';
import { fromCents } from '#contract/money.ts';
import type { AdminCaller } from '../../caller.ts';
import { begun, pagesOf } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { datesOf, type OrderQuery, statusesOf } from './admin-orders.service.ts';
import type { ExportedOrder, OrderExportRepo } from './order-export.repo.ts';

interface Deps {
  work: Work<AuditRepos & { orderExport: OrderExportRepo }>;
  audit: AuditService;
  clock: Clock;
}

/** Orders in a part of the file, read and written in a few milliseconds. */
const PART = 100;

export type OrderExportService = ReturnType<typeof orderExportService>;

export function orderExportService({ work: { repos }, audit, clock }: Deps) {
  const list = (query: OrderQuery, last?: ExportedOrder): Promise<ExportedOrder[]> =>
    repos.orderExport.list(query.status, datesOf(query), last, PART);

  return {
    async sum(query: OrderQuery): Promise<{ count: number; amount_due: number }> {
      const { count, amount } = await repos.orderExport.sum(statusesOf(query), datesOf(query));
      return { count, amount_due: fromCents(amount) };
    },

    /** The CSV file with names and emails of all payers, which is an entry of the audit log, in parts, each read when the previous one has been sent. Rejects if already the first part cannot be read. */
    async export(
      { email: actor }: AdminCaller,
      query: OrderQuery,
      language: Language,
    ): Promise<{ name: string; parts: AsyncIterable<string> }> {
      const csv = await import('./order-csv.rules.ts');
      const { pages } = await begun(pagesOf<ExportedOrder>(PART, (last) => list(query, last)));
      const { status, from, to } = query;
      await audit.write(repos, { actor, action: 'orders.export', subject: 'orders', after: { status, from, to } });
      return { name: csv.csvName(language, isoTime(clock.now()).slice(0, 10)), parts: csv.csvOfOrders(pages, language) };
    },
  };
}
