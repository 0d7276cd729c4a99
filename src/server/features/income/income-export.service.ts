import type { Language } from '#contract/languages.ts';
import { PAYER_YEARS } from '#contract/limits.ts';
import { addMonths } from '#contract/periods.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import { begun, pagesOf } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import { type Clock, isoTime, storedTime } from '../../ports/clock.ts';
import type { IncomeRepos } from './bookings.service.ts';
import type { IncomeRow } from './income.repo.ts';
import { filterOf, type IncomeQuery } from './income-list.service.ts';

interface Deps {
  work: Work<AuditRepos & IncomeRepos>;
  audit: AuditService;
  clock: Clock;
}

/** Records in a part of the file. */
const PART = 100;

export type IncomeExportService = ReturnType<typeof incomeExportService>;

export const incomeExportService = ({ work, audit, clock }: Deps) => ({
  /**
   * The CSV file, in parts, each read when the previous one has been sent. With `booked_before` it has what was recorded before that time:
   * with the books locked, no earlier record is under way, and none gets an earlier time later. 400 for a time in the future.
   */
  async export(
    { email: actor }: AdminCaller,
    { booked_before, ...query }: IncomeQuery & { booked_before?: string | undefined },
    language: Language,
  ): Promise<{ name: string; parts: AsyncIterable<string> }> {
    const csv = await import('./income-csv.rules.ts');
    const now = isoTime(clock.now());
    const before = storedTime(booked_before);
    if (before !== undefined && before > now)
      throw new AppError('api.validation', { fields: [{ field: 'booked_before', code: 'validation.date.future' }] });
    await work.inTransaction(async (repos) => {
      if (before !== undefined && (await repos.income.lockBooks()) < before) await repos.income.closeBooks(before);
      await audit.write(repos, { actor, action: 'income.export', subject: 'payments', after: { ...query, booked_before: before } });
    });
    const filter = { ...filterOf(query), bookedBefore: before };
    const { pages } = await begun(pagesOf<IncomeRow>(PART, (last) => work.repos.income.listOldest(filter, last, PART)));
    const days = [query.from, query.to].filter((day) => day !== undefined).join(' – ');
    return { name: csv.csvName(language, days || now.slice(0, 10)), parts: csv.csvOfIncome(pages, language) };
  },
});

/** Payer and purpose of payments that were recorded before this time are erased. */
export const namesKeptUntil = (now: number): string => isoTime(addMonths(now, -12 * PAYER_YEARS));
