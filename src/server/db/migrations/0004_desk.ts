import type { Kysely } from 'kysely';
import type { Columns, Step } from '../columns.ts';
import { keepCounts } from '../counting.ts';

/** What the administrator's desk needs: adverts, visits, and lists that answer at once among 100,000 rows. */
export const desk: Step = async (db, columns) => {
  await adverts(db, columns);
  await visits(db, columns);
  await counts(db, columns);
  await trail(db);
};

async function adverts(db: Kysely<unknown>, { id, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('advert_list'))
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('changed_at', text)
    .execute();
  await db
    .insertInto('advert_list' as never)
    .values({ id: 1, changed_at: null } as never)
    .execute();
  await strict(db.schema.createTable('advert_images'))
    .addColumn('image_id', text, (c) => c.primaryKey().references('images.id').onDelete('cascade'))
    .execute();
  await strict(db.schema.createTable('adverts'))
    .addColumn('id', idType, id)
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('title_ua', text, (c) => c.notNull())
    .addColumn('title_ru', text, (c) => c.notNull())
    .addColumn('title_en', text, (c) => c.notNull())
    .addColumn('text_ua', text, (c) => c.notNull())
    .addColumn('text_ru', text, (c) => c.notNull())
    .addColumn('text_en', text, (c) => c.notNull())
    .addColumn('image_id', text, (c) => c.references('advert_images.image_id'))
    .execute();
}

async function visits(db: Kysely<unknown>, { idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('visits'))
    .addColumn('visit_date', text, (c) => c.primaryKey())
    .addColumn('visit_count', idType, (c) => c.notNull())
    .execute();
}

/** How many there are is said on every page of a list, and must not be counted anew for each. */
async function counts(db: Kysely<unknown>, { kind, idType, text, strict }: Columns): Promise<void> {
  await strict(db.schema.createTable('counts'))
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('value', idType, (c) => c.notNull())
    .execute();
  await keepCounts(db, kind, { table: 'users' });
  await keepCounts(db, kind, { table: 'audit' });
  await keepCounts(db, kind, { table: 'orders', by: { column: 'status', values: ['processing', 'confirmed', 'completed'] } });
}

async function trail(db: Kysely<unknown>): Promise<void> {
  for (const column of ['actor', 'action', 'subject'])
    await db.schema.createIndex(`audit_${column}`).on('audit').columns([column, 'id']).execute();
}
