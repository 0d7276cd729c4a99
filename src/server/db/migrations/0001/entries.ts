import type { Columns } from '../../columns.ts';

/** Of an entry, also of a deleted one. */
const shared = ({ int, text }: Columns): string => `
    vehicle_id ${int} not null references vehicles (id) on delete cascade,
    kind ${text} not null,
    performed_on ${text} not null,
    day_precision ${text} not null default 'day',
    reading ${int} not null,
    other_reading ${int},
    second_reading ${int},
    is_reading_right integer not null default 0,
    amount ${int},
    cost_group ${text},
    currency ${text} not null,
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

/** Of the details of a kind. Details of a deleted entry stay, so `entry_id` has no foreign key. */
const detailsOf = ({ int }: Columns): string => `
    entry_id ${int} primary key,
    vehicle_id ${int} not null references vehicles (id) on delete cascade,`;

export const entries = (columns: Columns): string[] => [
  `create table entries (
    id ${columns.id},${shared(columns)}
  ) ${columns.strict}`,
  // Contains all columns that totals need, so that they are computed from the index alone.
  'create index entries_totals on entries (vehicle_id, performed_on, id, kind, amount, reading, is_reading_right, cost_group, currency)',
  // The mileages of the details: the newest one is read with every vehicle.
  `create index entries_details on entries (vehicle_id, performed_on, id, reading) where source = 'details'`,
  `create table deleted_entries (
    id ${columns.int} primary key,${shared(columns)},
    deleted_at ${columns.text} not null
  ) ${columns.strict}`,
  'create index deleted_entries_vehicle on deleted_entries (vehicle_id)',
  'create index deleted_entries_deleted on deleted_entries (deleted_at)',
  `create table fills (${detailsOf(columns)}
    fuel ${columns.text} not null,
    volume ${columns.int},
    volume_unit ${columns.text} not null,
    price_per_unit ${columns.int},
    is_full integer not null,
    is_missed_before integer not null,
    level integer,
    distance_on_fuel ${columns.int},
    other_distance_on_fuel ${columns.int},
    grade ${columns.text}
  ) ${columns.strict}`,
  'create index fills_vehicle on fills (vehicle_id)',
  `create table costs (${detailsOf(columns)}
    category ${columns.text} not null,
    title ${columns.text} not null,
    quantity ${columns.int},
    quantity_unit ${columns.text},
    refund_of ${columns.text}
  ) ${columns.strict}`,
  'create index costs_vehicle on costs (vehicle_id)',
  `create table readings (${detailsOf(columns)}
    is_reset integer not null,
    old_reading ${columns.int},
    other_old_reading ${columns.int}
  ) ${columns.strict}`,
  // Replaced odometers are looked for with every distance.
  'create index readings_vehicle on readings (vehicle_id, is_reset)',
];
