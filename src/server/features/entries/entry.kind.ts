import type { EntryKindName } from '#contract/entry-kinds.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import type { Details } from './details.repo.ts';
import type { EntryFields, EntryRow } from './entries.repo.ts';
import type { Reset } from './segments.rules.ts';

/** Input of every kind. */
export interface Asked {
  /** Whether the caller wants to be asked about a doubtful reading; if present, the answer says whether it is doubtful. */
  ask?: boolean | undefined;
  performedOn?: string | undefined;
  /** In the vehicle's unit; null if it is not known. */
  reading?: number | null | undefined;
  /** Of a fill, in the vehicle's unit. */
  distanceOnFuel?: number | null | undefined;
  /** Of a reading, in the vehicle's unit. */
  oldReading?: number | null | undefined;
  readingUnit?: ReadingUnit | undefined;
  /** That of the form. */
  currency?: Currency | undefined;
  isReadingRight?: boolean | undefined;
  /** Only of a change: values as they were shown to the caller, named as in the wire. */
  seen?: object | undefined;
}

/** A stored entry as the API returns it. */
export interface Saved<T> {
  data: T;
  isDoubtful?: boolean | undefined;
}

/** A stored entry with the details of its kind. */
export type Line<Kind extends EntryKindName> = EntryRow & { details: Details[Kind] };

/** What an input stores: only the fields that are present. */
export interface Change<Kind extends EntryKindName> {
  columns: Partial<EntryFields>;
  /** Complete for a new entry. */
  details?: Partial<Details[Kind]>;
}

/** What differs between the kinds of entries: the input (of a PATCH, so that all fields are optional), the wire, and the codes of their failures. */
export interface EntryKind<Kind extends EntryKindName, Input extends Asked, Wire> {
  name: Kind;
  codes: { invalid: ErrorCode; notFound: ErrorCode; limit: ErrorCode };
  /**
   * What to store for an input; `stored` is the entry that it changes. Throws `codes.invalid` for what does not fit the vehicle, its owner's
   * currency or the stored entry.
   */
  change(access: Access, input: Input, stored?: Line<Kind>): Change<Kind>;
  /** The odometer that the entry replaces; only for kinds that can. */
  resetOf?(details: Details[Kind]): Reset | undefined;
  /** Why the entry cannot be changed or deleted as such. */
  fixedBy?(details: Details[Kind]): ErrorCode | undefined;
  /** The entry as the API returns it. */
  wire(line: Line<Kind>): Wire;
}

/** A kind of which only the name and the codes are used. */
export type AnyKind = Pick<EntryKind<EntryKindName, Asked, unknown>, 'name' | 'codes'>;
