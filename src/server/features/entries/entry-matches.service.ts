import type { EntryKindName } from '#contract/entry-kinds.ts';
import { SECOND } from '#contract/time.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DetailsRepo } from './details.repo.ts';
import { searchTest } from './entry-search.rules.ts';
import { type MixedLine, withMixedDetails } from './mixed-lines.service.ts';
import type { Place, TimelineRepo } from './timeline.repo.ts';

interface Deps {
  repo: TimelineRepo;
  details: DetailsRepo;
  clock: Clock;
}

export interface Search {
  q: string;
  kinds: readonly EntryKindName[];
  /** When it ends, in milliseconds since the epoch. */
  until: number;
  /** Whether it has ended before all entries were compared. */
  isOver: boolean;
}

const SEARCH_TIME = 5 * SECOND;
/** Entries to read and compare at once: the longest texts take about 12 ms. */
const BATCH = 300;

export const entryMatches = ({ repo, details, clock }: Deps) => ({
  begin: (q: string, kinds: readonly EntryKindName[]): Search => ({ q, kinds, until: clock.now() + SEARCH_TIME, isOver: false }),

  /** The matching entries of a vehicle, newest first, read in batches between which other requests are answered, until the search ends. */
  async *listOf(vehicleId: AuthorizedVehicleId, search: Search): AsyncGenerator<MixedLine[]> {
    const isFound = searchTest(search.q);
    let after: Place | undefined;
    do {
      await nextTurn();
      if (clock.now() > search.until) {
        search.isOver = true;
        return;
      }
      const rows = await repo.listBatch(vehicleId, search.kinds, after, BATCH);
      yield (await withMixedDetails(details, rows)).filter(isFound);
      after = rows.length < BATCH ? undefined : rows.at(-1);
    } while (after);
  },
});
