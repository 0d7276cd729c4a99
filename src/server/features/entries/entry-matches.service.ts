import { SECOND } from '#contract/time.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EntryRow } from './entries.repo.ts';
import { searchTest } from './entry-search.rules.ts';
import type { Place, TimelineRepo } from './timeline.repo.ts';

interface Deps {
  repo: TimelineRepo;
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
/** Records to read and compare at once: the longest texts take about 20 ms. */
const BATCH = 500;

export const entryMatches = ({ repo, clock }: Deps) => ({
  begin: (q: string): Search => ({ q, until: clock.now() + SEARCH_TIME, isOver: false }),

  /** The matching records of a vehicle, newest first, read in batches between which other requests are answered, until the search ends. */
  async *listOf(vehicleId: AuthorizedVehicleId, search: Search): AsyncGenerator<EntryRow[]> {
    const isFound = searchTest(search.q);
    let after: Place | undefined;
    do {
      await nextTurn();
      if (clock.now() > search.until) {
        search.isOver = true;
        return;
      }
      const rows = await repo.listBatch(vehicleId, after, BATCH);
      yield rows.filter(isFound);
      after = rows.length < BATCH ? undefined : rows.at(-1);
    } while (after);
  },
});
