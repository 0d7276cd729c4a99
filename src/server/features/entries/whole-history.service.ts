import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { Fill } from '#contract/fills.ts';
import { RECORDS_PAGE_MAX } from '#contract/limits.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import { pagesOf } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import type { DetailsRepo } from './details.repo.ts';
import type { EntryRow } from './entries.repo.ts';
import type { FillsService } from './fills/fills.service.ts';
import { type MixedItem, mixedItem, withMixedDetails } from './mixed-lines.service.ts';
import type { TimelineRepo } from './timeline.repo.ts';

/** An entry as the API returns it, a fill with its consumption. */
export type HistoryItem = Exclude<MixedItem, { kind: 'fill' }> | (Fill & { kind: 'fill' });

interface Deps {
  work: Pick<Work<{ timeline: TimelineRepo; details: DetailsRepo }>, 'repos'>;
  fills: Pick<FillsService, 'consumptions'>;
}

export type WholeHistory = ReturnType<typeof wholeHistory>;

/** All entries of some kinds of a vehicle. */
export function wholeHistory({ work: { repos }, fills }: Deps) {
  return {
    async count(vehicleId: AuthorizedVehicleId, kinds: readonly EntryKindName[]): Promise<number> {
      const years = await repos.timeline.listYears(vehicleId, kinds);
      return years.reduce((sum, { entries }) => sum + entries, 0);
    },

    /** Newest first, some hundred at a time. */
    async *list(vehicle: Access['vehicle'], kinds: readonly EntryKindName[]): AsyncGenerator<HistoryItem[]> {
      const figures = kinds.includes('fill') ? await fills.consumptions(vehicle) : undefined;
      const batch = (last: EntryRow | undefined) => repos.timeline.listBatch(vehicle.id, kinds, last, RECORDS_PAGE_MAX);
      for await (const rows of pagesOf(RECORDS_PAGE_MAX, batch)) {
        const lines = await withMixedDetails(repos.details, rows);
        yield lines.map((line) => Object.assign(mixedItem(line), figures?.get(line.id)) as HistoryItem);
      }
    },
  };
}
