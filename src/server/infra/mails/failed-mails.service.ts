import type { FailedMail } from '#contract/mails.ts';
import { type Page, sliceOf } from '../../db/paging.ts';
import type { Work } from '../../db/work.ts';
import type { FailedMailsRepo } from './failed-mails.repo.ts';

export type FailedMailsService = ReturnType<typeof failedMailsService>;

export const failedMailsService = ({ work: { repos } }: { work: Work<FailedMailsRepo> }) => ({
  /** A page of the emails whose delivery failed permanently, latest failure first, and their total number. */
  async list(page: Page): Promise<{ data: FailedMail[]; total: number }> {
    const total = await repos.count();
    const slice = sliceOf(page, total);
    return { data: slice ? await repos.list(slice) : [], total };
  },
});
