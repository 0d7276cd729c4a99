import type { EntryKindName } from '#contract/entry-kinds.ts';
import { AppError } from '../../app-error.ts';
import type { Work } from '../../db/work.ts';
import type { IdempotencyService, IdempotencyStore } from '../../infra/idempotency/idempotency.service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { Access, VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import { type ChangeableVehicle, lockForChange, type VehicleLocks } from '../vehicles/vehicle-locks.service.ts';
import type { DetailsRepo } from './details.repo.ts';
import type { EntriesRepo, EntryRow } from './entries.repo.ts';
import type { AnyKind, Line } from './entry.kind.ts';
import { otherUnit, unitOf } from './reading.rules.ts';
import type { ReadingsRepo } from './readings.repo.ts';

export interface EntryRepos {
  entries: EntriesRepo;
  details: DetailsRepo;
  readings: ReadingsRepo;
  locks: VehicleLocks;
  idempotency: IdempotencyStore;
}

export interface EntryDeps {
  work: Work<EntryRepos>;
  access: VehicleAccess;
  idempotency: IdempotencyService;
  clock: Clock;
  tokens: Tokens;
}

export function found({ codes }: AnyKind, row: EntryRow | undefined): EntryRow {
  if (!row) throw new AppError(codes.notFound);
  return row;
}

/** Adds the details of the kind to rows of it. */
export async function withDetails<Kind extends EntryKindName>(
  repo: DetailsRepo,
  kind: Kind,
  rows: readonly EntryRow[],
): Promise<Line<Kind>[]> {
  const details = await repo.list(
    kind,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => Object.assign(row, { details: details.get(row.id) }) as Line<Kind>);
}

/** Locks the vehicle and checks that its unit is still the one in which the reading was validated. */
export async function lockUnit({ locks }: EntryRepos, { codes }: AnyKind, opened: Access): Promise<ChangeableVehicle> {
  const locked = await lockForChange(locks, opened);
  if (unitOf(locked) !== unitOf(opened.vehicle)) throw otherUnit(codes.invalid);
  return locked;
}
