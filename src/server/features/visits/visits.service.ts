import type { VisitDay } from '#contract/visits.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { VisitsRepo } from './visits.repo.ts';

interface Deps {
  work: Work<VisitsRepo>;
  clock: Clock;
}

export type VisitsService = ReturnType<typeof visitsService>;

/** Counts visits per day (UTC); no data about visitors is stored. */
export function visitsService({ work, clock }: Deps) {
  const add = addedInBatches((day, visits) => work.repos.add(day, visits));
  return {
    count: (): Promise<void> => add(isoTime(clock.now()).slice(0, 10)),

    /** Days with visits, newest first. */
    list: (): Promise<VisitDay[]> => work.repos.list(),
  };
}

interface Batch {
  counts: Map<string, number>;
  written: Promise<void>;
}

/**
 * Adds 1 to the count of a key. Calls that arrive during a write are written together after it: all visits of a day change one row, and
 * each would otherwise hold a connection while it waits. If the write fails, they fail too: the next one would probably fail as well.
 */
function addedInBatches(write: (key: string, count: number) => Promise<void>): (key: string) => Promise<void> {
  let writing: Promise<void> | undefined;
  let waiting: Batch | undefined;

  async function writeNext(counts: Batch['counts']): Promise<void> {
    try {
      await writing;
    } finally {
      waiting = undefined;
    }
    for (const [key, count] of counts) await write(key, count);
  }

  function newBatch(): Batch {
    const counts = new Map<string, number>();
    const written = writeNext(counts).finally(() => {
      if (writing === written) writing = undefined;
    });
    writing = written;
    return { counts, written };
  }

  return (key) => {
    waiting ??= newBatch();
    waiting.counts.set(key, (waiting.counts.get(key) ?? 0) + 1);
    return waiting.written;
  };
}
