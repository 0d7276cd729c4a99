import type { Columns } from '../../columns.ts';

export const vehicles = ({ id, int, text, strict }: Columns): string[] => [
  `create table vehicles (
    id ${id},
    user_id ${int} not null references users (id) on delete cascade,
    vehicle_type ${text} not null,
    brand ${text} not null,
    model ${text} not null,
    year integer not null,
    color ${text} not null,
    body_type ${text},
    fuel_type ${text},
    engine_volume integer,
    mileage_unit ${text},
    vin ${text},
    hin_number ${text},
    serial_number ${text},
    plate ${text},
    second_fuel_type ${text},
    tank_volume ${int},
    second_tank_volume ${int},
    battery_capacity ${int},
    yearly_distance ${int},
    other_yearly_distance ${int},
    is_paused integer not null default 0,
    image_id ${text} not null references images (id),
    created_at ${text} not null,
    archived_at ${text},
    constraint vehicles_vin unique (user_id, vin),
    constraint vehicles_hin unique (user_id, hin_number),
    constraint vehicles_serial unique (user_id, serial_number)
  ) ${strict}`,
  'create index vehicles_image on vehicles (image_id)',
  // Contains all columns that the limit of the tariff and the order of the vehicles need.
  'create index vehicles_archive on vehicles (user_id, archived_at, id)',
  `create table notes (
    vehicle_id ${int} primary key references vehicles (id) on delete cascade,
    text ${text} not null,
    deleted_at ${text}
  ) ${strict}`,
  'create index notes_deleted on notes (deleted_at)',
  `create table vehicle_values (
    vehicle_id ${int} not null references vehicles (id) on delete cascade,
    day ${text} not null,
    kind ${text} not null,
    amount ${int} not null,
    currency ${text} not null,
    primary key (vehicle_id, day)
  ) ${strict}`,
];
