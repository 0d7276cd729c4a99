import type { Columns } from '../../columns.ts';

/** Of an entry, also of a deleted one. */
const shared = ({ int, text }: Columns): string => `
    vehicle_id ${int} not null references vehicles (id) on delete cascade,
    kind ${text} not null,
    performed_on ${text} not null,
    day_precision ${text} not null default 'day',
    reading ${int} not null,
    second_reading ${int},
    is_reading_right integer not null default 0,
    amount ${int},
    currency ${text},
    original_amount ${int},
    original_currency ${text},
    operation_name ${text},
    part_name ${text},
    part_code ${text},
    place ${text},
    note ${text},
    warranty_until ${text},
    source ${text} not null,
    author_id ${int} not null,
    uid ${text} not null,
    created_at ${text} not null,
    changed_at ${text} not null`;

export const entries = (columns: Columns): string[] => [
  `create table entries (
    id ${columns.id},${shared(columns)}
  ) ${columns.strict}`,
  // Contains all columns that totals need, so that they are computed from the index alone.
  'create index entries_totals on entries (vehicle_id, performed_on, id, kind, amount, reading, is_reading_right)',
  `create table deleted_entries (
    id ${columns.int} primary key,${shared(columns)},
    deleted_at ${columns.text} not null
  ) ${columns.strict}`,
  'create index deleted_entries_vehicle on deleted_entries (vehicle_id)',
  'create index deleted_entries_deleted on deleted_entries (deleted_at)',
];
