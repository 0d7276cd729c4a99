import { type Insertable, type Selectable, sql } from 'kysely';
import type { UserId } from '../../authorized.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type ImportRow = Selectable<Tables['imports']>;
export type NewImportRow = Insertable<Tables['imports']> & { user_id: UserId };
/** An import as it was read. */
export type UpdatedImport = Pick<ImportRow, 'id' | 'status' | 'content'>;
export type ImportChange = Partial<Pick<ImportRow, 'status' | 'source' | 'content' | 'expires_at'>>;
export type PartRow = Selectable<Tables['import_parts']>;
export type MappingRow = Selectable<Tables['import_mappings']>;
export type ItemKind = Tables['import_items']['kind'];

const COLUMNS = ['id', 'user_id', 'status', 'source', 'file_name', 'content', 'created_at', 'expires_at'] as const;

const items = (db: Db) => ({
  async insertItems(importId: number, kind: ItemKind, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await db
      .insertInto('import_items')
      .values(ids.map((item_id) => ({ import_id: importId, kind, item_id })))
      .execute();
  },
  /** At most `limit` ids above `after`. */
  async listItems(importId: number, kind: ItemKind, after: number, limit: number): Promise<number[]> {
    const rows = await db
      .selectFrom('import_items')
      .select('item_id')
      .where('import_id', '=', importId)
      .where('kind', '=', kind)
      .where('item_id', '>', after)
      .orderBy('item_id')
      .limit(limit)
      .execute();
    return rows.map(({ item_id }) => item_id);
  },
  /** Those up to an id. */
  async deleteItems(importId: number, kind: ItemKind, last: number): Promise<void> {
    const some = db.deleteFrom('import_items').where('import_id', '=', importId).where('kind', '=', kind);
    await some.where('item_id', '<=', last).execute();
  },
});

const parts = (db: Db) => ({
  async insertPart(row: PartRow): Promise<void> {
    await db.insertInto('import_parts').values(row).execute();
  },
  /** The parts of an import without their rows, in order. */
  async listParts(importId: number): Promise<Omit<PartRow, 'bytes'>[]> {
    return db
      .selectFrom('import_parts')
      .select(['import_id', 'position', 'vehicle', 'name', 'rows'])
      .where('import_id', '=', importId)
      .orderBy('position')
      .execute();
  },
  /** Those before a position. */
  async deleteParts(importId: number, position: number): Promise<void> {
    await db.deleteFrom('import_parts').where('import_id', '=', importId).where('position', '<', position).execute();
  },
  async findBytes(importId: number, position: number): Promise<Uint8Array | undefined> {
    const part = db.selectFrom('import_parts').select('bytes').where('import_id', '=', importId).where('position', '=', position);
    return (await part.executeTakeFirst())?.bytes;
  },
});

const mappings = (db: Db) => ({
  async listMappings(userId: UserId): Promise<Pick<MappingRow, 'header' | 'content'>[]> {
    return db.selectFrom('import_mappings').select(['header', 'content']).where('user_id', '=', userId).execute();
  },
  async upsertMapping(row: MappingRow & { user_id: UserId }): Promise<void> {
    const { content, used_at } = row;
    const inserted = db.insertInto('import_mappings').values(row);
    await inserted.onConflict((conflict) => conflict.columns(['user_id', 'header']).doUpdateSet({ content, used_at })).execute();
  },
  /** Deletes all but the `count` that were answered last. */
  async deleteOldMappings(userId: UserId, count: number): Promise<void> {
    const last = db
      .selectFrom('import_mappings')
      .select('header')
      .where('user_id', '=', userId)
      .orderBy('used_at', 'desc')
      .orderBy('header')
      .limit(count);
    await db.deleteFrom('import_mappings').where('user_id', '=', userId).where('header', 'not in', last).execute();
  },
});

export const importsRepo = (db: Db) => ({
  /** Those of a user that have not expired at `now`, newest first. */
  async list(userId: UserId, now: string): Promise<ImportRow[]> {
    return db
      .selectFrom('imports')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .where('status', '<>', 'reading')
      .where('expires_at', '>', now)
      .orderBy('id', 'desc')
      .execute();
  },
  /** What is known of the file that is being read, the newest one. */
  async findReading(userId: UserId, now: string): Promise<string | undefined> {
    const reading = db.selectFrom('imports').select('content').where('user_id', '=', userId).where('status', '=', 'reading');
    return (await reading.where('expires_at', '>', now).orderBy('id', 'desc').limit(1).executeTakeFirst())?.content;
  },
  async find(userId: UserId, id: number, now: string): Promise<ImportRow | undefined> {
    const row = db.selectFrom('imports').select(COLUMNS).where('id', '=', id).where('user_id', '=', userId).where('expires_at', '>', now);
    return row.executeTakeFirst();
  },
  async lock(userId: UserId, id: number, now: string): Promise<ImportRow | undefined> {
    const row = db.selectFrom('imports').select(COLUMNS).where('id', '=', id).where('user_id', '=', userId).where('expires_at', '>', now);
    return row.forNoKeyUpdate().executeTakeFirst();
  },
  async insert(row: NewImportRow): Promise<number> {
    return (await db.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow()).id;
  },
  /** False if another request has changed, confirmed or ended it since `before`: then nothing changes. */
  async update({ id, status, content }: UpdatedImport, change: ImportChange, now: string): Promise<boolean> {
    const same = db.updateTable('imports').set(change).where('id', '=', id).where('status', '=', status).where('content', '=', content);
    return (await same.where('expires_at', '>', now).returning('id').execute()).length > 0;
  },
  /** With what is left of its parts and its list of items. */
  async delete(id: number): Promise<void> {
    await db.deleteFrom('imports').where('id', '=', id).execute();
  },
  /**
   * Ends previews of a user other than `id`, and files that are being read or were not read to their end, and returns their ids. They have
   * expired then, so that nothing finds them and their parts can be deleted a few at a time.
   */
  async endOthers(userId: UserId, id: number): Promise<number[]> {
    const others = db.updateTable('imports').set(EXPIRED).where('user_id', '=', userId);
    const rows = await others.where('status', '<>', 'done').where('id', '<>', id).returning('id').execute();
    return rows.map((row) => row.id);
  },
  /** Ends a file that is being read; false if it has become a preview, or another request has ended it. */
  async endReading(id: number): Promise<boolean> {
    const reading = db.updateTable('imports').set(EXPIRED).where('id', '=', id).where('status', '=', 'reading');
    return (await reading.whereRef('expires_at', '>', 'created_at').returning('id').execute()).length > 0;
  },
  /** Ends one that has expired, so that another request cannot renew it while its parts are being deleted, and returns its id. */
  async endExpired(now: string): Promise<number | undefined> {
    const expired = db.selectFrom('imports').select('id').where('expires_at', '<=', now).limit(1);
    const ended = db.updateTable('imports').set(EXPIRED).where('id', 'in', expired).where('expires_at', '<=', now);
    return (await ended.returning('id').executeTakeFirst())?.id;
  },
  /** Of all that a user has, also of those that have ended. */
  async listIds(userId: UserId): Promise<number[]> {
    const rows = await db.selectFrom('imports').select('id').where('user_id', '=', userId).execute();
    return rows.map(({ id }) => id);
  },
  ...parts(db),
  ...items(db),
  ...mappings(db),
});

/** At any time of any process. */
const EXPIRED = { expires_at: sql<string>`created_at` };

export type ImportsRepo = ReturnType<typeof importsRepo>;
