import { ARCHIVE_UNDO, RESTORE_AFTER } from '#contract/limits.ts';

/** What decides whether and when an archived vehicle can be restored. */
export interface ArchivedFacts {
  /** Milliseconds since the Unix epoch. */
  archivedAt: number;
  /** Number of the owner's vehicles that are not archived. */
  active: number;
  /** Number of the owner's vehicles that were archived after this one. */
  archivedLater: number;
  /** Number of vehicles that the owner's tariff allows; null is no limit. */
  limit: number | null;
}

export const restorableFrom = ({ archivedAt }: ArchivedFacts): number => archivedAt + RESTORE_AFTER;

/**
 * Until when the archiving can be undone; undefined if it cannot be undone. Vehicles archived later count like active ones: otherwise two
 * vehicles could use one place in turn, each restored within its day.
 */
export function undoUntil({ archivedAt, active, archivedLater, limit }: ArchivedFacts, now: number): number | undefined {
  const end = archivedAt + ARCHIVE_UNDO;
  const hasRoom = limit === null || active + archivedLater < limit;
  return now < end && hasRoom ? end : undefined;
}

/** The reason why the vehicle cannot be restored now, if any. */
export function restoreError(facts: ArchivedFacts, now: number): 'carsApi.restoreEarly' | 'carsApi.restoreLimit' | undefined {
  if (undoUntil(facts, now) !== undefined) return undefined;
  if (now < restorableFrom(facts)) return 'carsApi.restoreEarly';
  return facts.limit === null || facts.active < facts.limit ? undefined : 'carsApi.restoreLimit';
}
