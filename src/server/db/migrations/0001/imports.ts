import type { Columns } from '../../columns.ts';

/** Files that are being imported, and what was added, for a day. */
export const imports = ({ id, int, text, blob, strict }: Columns): string[] => [
  `create table imports (
    id ${id},
    user_id ${int} not null references users (id) on delete cascade,
    status ${text} not null,
    source ${text} not null,
    file_name ${text} not null,
    content ${text} not null,
    created_at ${text} not null,
    expires_at ${text} not null
  ) ${strict}`,
  'create index imports_user on imports (user_id, id)',
  'create index imports_expiry on imports (expires_at)',
  `create table import_parts (
    import_id ${int} not null references imports (id) on delete cascade,
    position integer not null,
    vehicle integer not null,
    name ${text} not null,
    rows integer not null,
    bytes ${blob} not null,
    primary key (import_id, position)
  ) ${strict}`,
  `create table import_items (
    import_id ${int} not null references imports (id) on delete cascade,
    kind ${text} not null,
    item_id ${int} not null,
    primary key (import_id, kind, item_id)
  ) ${strict}`,
  `create table import_mappings (
    user_id ${int} not null references users (id) on delete cascade,
    header ${text} not null,
    content ${text} not null,
    used_at ${text} not null,
    primary key (user_id, header)
  ) ${strict}`,
];
