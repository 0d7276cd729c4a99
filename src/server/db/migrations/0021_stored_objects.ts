import { type Kysely, sql } from 'kysely';
import type { DatabaseKind, Step } from '../columns.ts';

const TABLES = ['images', 'thumbnails'] as const;

const addColumns: Step = async (db, { text, ifMissing }) => {
  for (const table of TABLES) {
    await db.schema.alterTable(table).addColumn('object_key', text, ifMissing).execute();
    await db.schema.alterTable(table).addColumn('object_size', 'integer', ifMissing).execute();
  }
};

const deletions: Step = async (db, { kind, text, strict }) => {
  await strict(db.schema.createTable('object_deletions'))
    .addColumn('object_key', text, (c) => c.primaryKey())
    .addColumn('due_at', text, (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('object_deletions_due').on('object_deletions').column('due_at').execute();
  for (const table of TABLES)
    await sql.raw(`create index ${table}_object on ${table} (object_key) where object_key is not null`).execute(db);
  await createTriggers(db, kind);
};

/** Photos in an object store: the key of the object in the row, and the objects to delete, which triggers add when a row is deleted. */
export const storedObjects = [addColumns, deletions];

async function createTriggers(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') await sql.raw(POSTGRES_FUNCTION).execute(db);
  for (const table of TABLES) {
    const body =
      kind === 'sqlite' ? `begin ${INSERT}; end` : 'for each row when (old.object_key is not null) execute function delete_object()';
    const condition = kind === 'sqlite' ? 'when old.object_key is not null ' : '';
    await sql.raw(`create trigger ${table}_object_delete after delete on ${table} ${condition}${body}`).execute(db);
  }
}

const INSERT = "insert into object_deletions (object_key, due_at) values (old.object_key, '') on conflict (object_key) do nothing";

const POSTGRES_FUNCTION = `create function delete_object() returns trigger language plpgsql as $$
  begin
    ${INSERT};
    return null;
  end $$`;
