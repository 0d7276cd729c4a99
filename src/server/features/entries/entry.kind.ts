import type { ErrorCode } from '#contract/errors.ts';
import type { EntryKindName } from '../../db/vehicle-tables.ts';
import type { Access } from '../vehicles/vehicle-access.service.ts';
import type { EntryFields, EntryRow } from './entries.repo.ts';

/** Input of every kind with a reading. */
export interface Asked {
  /** Whether the caller wants to be asked about a doubtful reading; if present, the answer says whether it is doubtful. */
  ask?: boolean | undefined;
}

/** A stored entry. */
export interface Saved<T> {
  data: T;
  isDoubtful?: boolean | undefined;
}

/** What differs between the kinds of entries: the input (of a PATCH, so that all fields are optional), the wire, and the codes of their failures. */
export interface EntryKind<Input, Wire> {
  name: EntryKindName;
  codes: { invalid: ErrorCode; notFound: ErrorCode; limit: ErrorCode };
  /** The columns of the fields that are present. Throws `codes.invalid` for what does not fit the vehicle or its owner's currency. */
  columns(access: Access, input: Input): Partial<EntryFields>;
  /** The entry as the API returns it. */
  wire(row: EntryRow): Wire;
}
