import * as z from 'zod/mini';
import { TABLE_MAPPINGS_MAX } from '#contract/limits.ts';
import { type TableAnswers, tableAnswers } from '#contract/tables.ts';
import type { UserId } from '../../authorized.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { ImportsRepo } from './imports.repo.ts';

interface Deps {
  work: Work<{ imports: ImportsRepo }>;
  clock: Clock;
}

/** What users have answered about tables, for the next ones with the same columns. */
export const tableMappings = ({ work, clock }: Deps) => ({
  async all(userId: UserId): Promise<Record<string, TableAnswers>> {
    const rows = (await work.repos.imports.listMappings(userId)).flatMap(({ header, content }) => {
      const parsed = z.safeParse(tableAnswers, JSON.parse(content));
      return parsed.success ? [[header, parsed.data] as const] : [];
    });
    return Object.fromEntries(rows);
  },

  async keep(userId: UserId, header: string, answers: TableAnswers): Promise<void> {
    const { imports } = work.repos;
    await imports.upsertMapping({ user_id: userId, header, content: JSON.stringify(answers), used_at: isoTime(clock.now()) });
    await imports.deleteOldMappings(userId, TABLE_MAPPINGS_MAX);
  },
});
