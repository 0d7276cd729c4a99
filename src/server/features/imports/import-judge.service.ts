import { IMPORT_NEW, IMPORT_NOWHERE, type RefusedRow } from '#contract/imports.ts';
import { PLAN_LINES_MAX, RECORDS_PER_ACCOUNT, RECORDS_PER_VEHICLE } from '#contract/limits.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { DraftEntry, DraftLine } from '../../imports/drafts.ts';
import type { Clock } from '../../ports/clock.ts';
import { importedEntry } from '../entries/imported-entries.rules.ts';
import { type ImportedEntriesRepo, listed } from '../entries/imported-entries.service.ts';
import { todayAt } from '../plan/days.rules.ts';
import { importedLine } from '../plan/imported-plans.rules.ts';
import type { ImportedPlansRepo } from '../plan/imported-plans.service.ts';
import type { UsersService } from '../users/users.service.ts';
import type { ExportedVehicles } from '../vehicles/exported-vehicles.service.ts';
import type { Access, Owner, VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import type { ImportsRepo } from './imports.repo.ts';
import { countTyped, knownRows, type TypedEntries, type VehicleKey } from './known-rows.rules.ts';
import { type OwnVehicle, type Placed, placeVehicles } from './placement.rules.ts';
import type { StoredImport } from './stored-import.rules.ts';
import { accessOfNew, newVehicleOf, reasonOf } from './vehicle-checks.rules.ts';

export interface PreviewDeps {
  work: Work<{ imports: ImportsRepo; entries: ImportedEntriesRepo; plans: ImportedPlansRepo }>;
  access: VehicleAccess;
  vehicles: ExportedVehicles;
  users: Pick<UsersService, 'exportOf'>;
  clock: Clock;
}

/** A row and whether it will be added, is there already, or why it cannot be taken. */
export type Judged<Row> = { row: Row; is: 'fresh' | 'known' } | { row: Row; is: 'refused'; refused: RefusedRow };

/** Decides for each row of an import whether it will be added. Each row is judged once: a repeated one is known. */
export interface Judge {
  placed: readonly Placed[];
  /** What the rows of each vehicle are checked against; undefined for one that is left out. */
  accesses: readonly (Access | undefined)[];
  entry(vehicle: number, row: DraftEntry): Judged<DraftEntry>;
  line(vehicle: number, row: DraftLine): Judged<DraftLine>;
  /** A judge that has seen no row yet. */
  again(): Judge;
}

/** Decides for each row of an import whether it will be added, without writing anything. */
export function judges({ work, access, vehicles, users, clock }: PreviewDeps) {
  async function ownOf(caller: Caller): Promise<(OwnVehicle & { id: AuthorizedVehicleId })[]> {
    const own: (OwnVehicle & { id: AuthorizedVehicleId })[] = [];
    for await (const page of vehicles.exportOf(caller)) own.push(...page);
    return own;
  }

  /** The uids of all entries and lines of the account, and the content of what was typed into the vehicles to which a table goes. */
  async function knownOf(own: readonly { id: AuthorizedVehicleId }[], compared: ReadonlySet<unknown>): Promise<Known> {
    const known: Known = { uids: new Map(), typed: new Map(), entries: new Map(), lines: new Map() };
    for (const { id } of own) {
      let count = 0;
      for await (const rows of listed(work.repos.entries, id))
        for (const row of rows) {
          count += 1;
          known.uids.set(row.uid, id);
          if (compared.has(id)) countTyped(known.typed, id, row);
        }
      known.entries.set(id, count);
      const planned = await work.repos.plans.listUids(id);
      known.lines.set(id, planned.length);
      for (const { uid } of planned) known.uids.set(uid, id);
    }
    return known;
  }

  /** What the rows of each vehicle are checked against; undefined for one that is left out. */
  async function accessesOf(caller: Caller, { head, answers }: StoredImport, placed: readonly Placed[], owner: Owner) {
    const accesses: (Access | undefined)[] = [];
    for (const [index, { target, reason }] of placed.entries()) {
      const vehicle = head.vehicles[index];
      const created = vehicle && newVehicleOf(vehicle, answers[index]?.fields).fields;
      const isOut = reason !== null || target === IMPORT_NOWHERE;
      if (isOut || !vehicle) accesses.push(undefined);
      else if (typeof target === 'number') accesses.push(await access.find(caller, target));
      else accesses.push(created && accessOfNew(created, owner));
    }
    return accesses;
  }

  /** Reads once what the rows are compared with. */
  return async (caller: Caller, stored: StoredImport): Promise<Judge> => {
    const [own, { profile }] = [await ownOf(caller), await users.exportOf(caller)];
    const owner: Owner = { id: caller.userId, tariff: caller.tariff, limit: caller.limit, currency: profile.currency };
    const placed = placeVehicles(stored.head.vehicles, stored.answers, own, caller.limit);
    const accesses = await accessesOf(caller, stored, placed, owner);
    const isTable = stored.head.table !== null;
    const known = await knownOf(own, new Set(isTable ? placed.map(({ target }) => target) : []));
    const today = todayAt(clock.now(), caller.timeZone);
    return judgeFrom({ placed, accesses, known, isTable, currency: stored.head.currency, today });
  };
}

interface Facts extends Pick<Judge, 'placed' | 'accesses'> {
  known: Known;
  isTable: boolean;
  currency: Currency | null;
  today: string;
}

function judgeFrom(facts: Facts): Judge {
  const { placed, accesses, currency, today, isTable } = facts;
  const known = knownRows(facts.known.uids, facts.known.typed);
  const keyOf = (vehicle: number): VehicleKey => vehicleKey(placed, vehicle);
  const rooms = roomsOf(keyOf, facts.known);
  const sourced = mileagesOf(placed, accesses);
  return {
    ...{ placed, accesses, again: () => judgeFrom(facts) },

    entry(vehicle, row) {
      const at = accesses[vehicle];
      const own = isTable ? known.own(row, keyOf(vehicle)) : { row, isKnown: known.isKnown(row.uid) };
      if (!at || own.isKnown) return { row, is: 'known' };
      const taken = sourced(vehicle, own.row);
      return judged(taken, { line: row.line, content: row.content }, () => {
        const { columns } = importedEntry(at, taken, currency);
        if (isTable && known.takeTyped(keyOf(vehicle), columns)) return 'known';
        rooms.checkEntry(vehicle);
        rooms.takeEntry(vehicle);
        known.add(taken.uid, keyOf(vehicle));
        return 'fresh';
      });
    },

    line(vehicle, row) {
      const at = accesses[vehicle];
      if (!at || known.isKnown(row.uid)) return { row, is: 'known' };
      return judged(row, { line: row.line, content: row.input.title }, () => {
        rooms.checkLine(vehicle);
        importedLine(at, row, today);
        rooms.takeLine(vehicle);
        known.add(row.uid, keyOf(vehicle));
        return 'fresh';
      });
    },
  };
}

function judged<Row>(row: Row, at: Pick<RefusedRow, 'line' | 'content'>, take: () => 'fresh' | 'known'): Judged<Row> {
  try {
    return { row, is: take() };
  } catch (error) {
    return { row, is: 'refused', refused: { ...at, reason: reasonOf(error) } };
  }
}

/**
 * A mileage of the details stays one in a vehicle that is created, one a day; a vehicle that is there has its own, so that it becomes a
 * reading like others (decision 69).
 */
function mileagesOf(placed: readonly Placed[], accesses: readonly (Access | undefined)[]) {
  const days = new Set<string>();
  return (vehicle: number, row: DraftEntry): DraftEntry => {
    if (row.extra.source !== 'details') return row;
    const { performedOn, isReset = false } = row.input as { performedOn?: string; isReset?: boolean };
    const day = `${vehicle} ${performedOn}`;
    const { vehicle_type: type, mileage_unit: unit } = accesses[vehicle]?.vehicle ?? {};
    const isMeasured = type !== undefined && readingUnitOf(type, unit ?? null) !== 'year';
    const isOne = placed[vehicle]?.target === IMPORT_NEW && isMeasured && row.kind === 'reading' && !isReset && !days.has(day);
    if (isOne) days.add(day);
    return isOne ? row : { ...row, extra: { ...row.extra, source: 'import' } };
  };
}

/** What is there already: the uids of the account with their vehicles, what was typed, and how many entries and lines vehicles have. */
interface Known {
  uids: Map<string, number>;
  typed: TypedEntries;
  entries: Map<number, number>;
  lines: Map<number, number>;
}

function vehicleKey(placed: readonly Placed[], vehicle: number): VehicleKey {
  const target = placed[vehicle]?.target;
  return typeof target === 'number' ? target : `new ${vehicle}`;
}

/** Counts what each vehicle and the account will have; throws at their limits. */
function roomsOf(keyOf: (vehicle: number) => VehicleKey, known: Known) {
  let account = [...known.entries.values()].reduce((sum, count) => sum + count, 0);
  const added = { entries: new Map<VehicleKey, number>(), lines: new Map<VehicleKey, number>() };
  const of = (vehicle: number, what: 'entries' | 'lines'): number => {
    const key = keyOf(vehicle);
    return (typeof key === 'number' ? (known[what].get(key) ?? 0) : 0) + (added[what].get(key) ?? 0);
  };
  const take = (vehicle: number, what: 'entries' | 'lines'): void => {
    const key = keyOf(vehicle);
    added[what].set(key, (added[what].get(key) ?? 0) + 1);
  };
  return {
    checkEntry(vehicle: number): void {
      if (of(vehicle, 'entries') >= RECORDS_PER_VEHICLE || account >= RECORDS_PER_ACCOUNT) throw new AppError('entriesApi.limit');
    },
    takeEntry(vehicle: number): void {
      take(vehicle, 'entries');
      account += 1;
    },
    checkLine(vehicle: number): void {
      if (of(vehicle, 'lines') >= PLAN_LINES_MAX) throw new AppError('planApi.limit');
    },
    takeLine: (vehicle: number): void => take(vehicle, 'lines'),
  };
}
