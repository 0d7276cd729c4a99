import { SECOND } from '#contract/time.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { DatabaseKind } from '../../db/columns.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EntryRow } from './entries.repo.ts';
import { batchSizeOf, patternsOf } from './entry-search.rules.ts';
import type { Place, TimelineRepo } from './timeline.repo.ts';

interface Deps {
  repo: TimelineRepo;
  kind: DatabaseKind;
  clock: Clock;
}

export interface Search {
  q: string;
  /** When it ends, in milliseconds since the epoch. */
  until: number;
  /** Whether it has ended before all records were compared. */
  isOver: boolean;
}

const SEARCH_TIME = 5 * SECOND;

export const entryMatches = ({ repo, kind, clock }: Deps) => ({
  begin: (q: string): Search => ({ q, until: clock.now() + SEARCH_TIME, isOver: false }),

  /** The matching records of a vehicle, newest first, read in batches between which other requests are answered, until the search ends. */
  async *listOf(vehicleId: AuthorizedVehicleId, search: Search): AsyncGenerator<EntryRow[]> {
    const patterns = patternsOf(search.q, kind);
    let after: Place | undefined;
    do {
      await nextTurn();
      if (clock.now() > search.until) {
        search.isOver = true;
        return;
      }
      const end = await repo.findEndOfBatch(vehicleId, after, batchSizeOf(search.q, kind));
      yield await repo.search(vehicleId, patterns, { after, end });
      after = end;
    } while (after);
  },
});
