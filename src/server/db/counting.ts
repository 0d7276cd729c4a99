import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from './columns.ts';

/** A table whose rows are counted: all of them, or those of each listed value of a column. */
export interface Counted {
  table: string;
  by?: { column: string; values: readonly string[] };
}

const nameOf = ({ table, by }: Counted, value: string): string => (by ? `${table}.${value}` : table);

/** For migrations: stores the current row counts in `counts` and creates triggers that keep them up to date. */
export async function createCounters(db: Kysely<unknown>, kind: DatabaseKind, counted: Counted): Promise<void> {
  const { table, by } = counted;
  for (const value of by?.values ?? ['']) {
    const rows = by ? sql` where ${sql.ref(by.column)} = ${value}` : sql``;
    await sql`insert into counts (name, value) values (${nameOf(counted, value)}, (select count(*) from ${sql.table(table)}${rows}))`.execute(
      db,
    );
  }
  const statements = kind === 'sqlite' ? sqliteTriggers(counted) : postgresTriggers(counted);
  for (const statement of statements) await sql.raw(statement).execute(db);
}

function sqliteTriggers({ table, by }: Counted): string[] {
  const name = (row: 'old' | 'new') => (by ? `'${table}.' || ${row}.${by.column}` : `'${table}'`);
  const add = `update counts set value = value + 1 where name = ${name('new')};`;
  const subtract = `update counts set value = value - 1 where name = ${name('old')};`;
  const triggers = [
    `create trigger ${table}_counted_insert after insert on ${table} begin ${add} end`,
    `create trigger ${table}_counted_delete after delete on ${table} begin ${subtract} end`,
  ];
  if (!by) return triggers;
  return [...triggers, `create trigger ${table}_counted_update after update of ${by.column} on ${table} begin ${subtract} ${add} end`];
}

/** Statement-level triggers: one update per counter, not per row. Counters are updated in name order to avoid deadlocks. */
function postgresTriggers({ table, by }: Counted): string[] {
  const name = by ? `'${table}.' || ${by.column}` : `'${table}'`;
  const removed = `select ${name} as name, -1 as one from gone`;
  const added = `select ${name} as name, 1 as one from made`;
  const trigger = (event: 'insert' | 'update' | 'delete', rows: string, changes: string): string[] => [
    `create function ${table}_counted_${event}() returns trigger language plpgsql as $$
    declare change record;
    begin
      for change in select name, sum(one) as number from (${changes}) as changes group by name having sum(one) <> 0 order by name loop
        update counts set value = value + change.number where name = change.name;
      end loop;
      return null;
    end $$`,
    `create trigger ${table}_counted_${event} after ${event} on ${table} referencing ${rows}
    for each statement execute function ${table}_counted_${event}()`,
  ];
  return [
    ...trigger('insert', 'new table as made', added),
    ...trigger('delete', 'old table as gone', removed),
    ...(by ? trigger('update', 'old table as gone new table as made', `${removed} union all ${added}`) : []),
  ];
}
