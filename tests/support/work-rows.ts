import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Currency } from '#contract/tariffs.ts';
import type { Tables } from '#server/db/tables.ts';

interface WorkRow {
  vehicle_id: number;
  operation_name: string;
  part_name: string;
  part_code: string;
  /** Cents. */
  price: number;
  /** Tenths. */
  reading: number;
  performed_on: string;
  created_at: string;
}

/** A record as a row of `entries`, to write it straight into the database. */
export const workRow = ({ price, ...row }: WorkRow) =>
  ({
    ...row,
    kind: 'work',
    amount: price,
    currency: 'UAH' as Currency,
    is_reading_right: 0 as 0 | 1,
    source: 'typed',
    author_id: 1,
    uid: randomUUID(),
    changed_at: row.created_at,
  }) satisfies Insertable<Tables['entries']>;
