import { type Kysely, sql } from 'kysely';
import type { Columns, Step } from '../columns.ts';

const addColumns: Step = async (db, columns) => {
  const { text, ifMissing } = columns;
  await adverts(db, columns);
  await db.schema
    .alterTable('orders')
    .addColumn('is_in_force', 'integer', (c) => ifMissing(c.notNull().defaultTo(0)))
    .execute();
  await db.schema.alterTable('orders').addColumn('continued_at', text, ifMissing).execute();
  await db.schema.alterTable('users').addColumn('first_paid_at', text, ifMissing).execute();
};

/**
 * Facts of orders and users that the figures count, so that each is a range of one index instead of a join. Triggers maintain them; the
 * application never writes them.
 */
const fillAndIndex: Step = async (db, { kind, lockWrites }) => {
  // What is written between the first values and the triggers would be missing in them.
  await lockWrites(db, 'users', 'orders');
  for (const statement of [...FIRST_VALUES, ...(kind === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS)])
    await sql.raw(statement).execute(db);
  await db.schema.createIndex('users_created').on('users').columns(['created_at', 'first_paid_at']).execute();
  await db.schema.createIndex('users_tariff').on('users').columns(['tariff', 'tariff_end_date']).execute();
  for (const statement of ORDER_INDEXES) await sql.raw(statement).execute(db);
};

/** Columns and indexes of the revenue figures, and the link, the days and the switch of adverts. */
export const revenue = [addColumns, fillAndIndex];

/** Of paid orders alone: the queries repeat the conditions literally. With their columns, so that SQLite reads no rows to check them. */
const ORDER_INDEXES = [
  `create index orders_paid on orders (confirmed_at, tariff_change, amount_due, status)
    where status <> 'processing' and amount_due > 0`,
  `create index orders_in_force on orders (tariff_change, tariff_end_date, payment_months, amount_due)
    where is_in_force = 1 and amount_due > 0`,
  'create index orders_ended on orders (tariff_end_date, continued_at, amount_due) where amount_due > 0',
];

/** The first payment of a user; an order of 0 dollars is none. */
const firstPaidOf = (userId: string): string =>
  `(select min(confirmed_at) from orders where user_id = ${userId} and status <> 'processing' and amount_due > 0)`;

/** Whether the user still has the period of the order, which may have been continued by hand since. */
const isInForce = (order: string): string =>
  `case when exists (
    select 1 from users where users.id = ${order}.user_id
      and users.tariff_start_date = ${order}.tariff_start_date and users.tariff_end_date >= ${order}.tariff_end_date
  ) then 1 else 0 end`;

/** Orders of earlier releases: the start of the next period of the user is known from the next order, or from the stored period. */
export const FIRST_VALUES = [
  `update users set first_paid_at = ${firstPaidOf('users.id')}`,
  `update orders set is_in_force = ${isInForce('orders')} where status = 'completed'`,
  `update orders set continued_at = (
    select min(later.tariff_start_date) from orders as later
    where later.user_id = orders.user_id and later.tariff_start_date > orders.tariff_start_date
  ) where status = 'completed'`,
  `update orders set continued_at = (
    select case
      when users.tariff_start_date > orders.tariff_start_date then users.tariff_start_date
      when users.tariff_start_date = orders.tariff_start_date and users.tariff_end_date > orders.tariff_end_date then orders.tariff_end_date
    end from users where users.id = orders.user_id
  ) where status = 'completed' and continued_at is null`,
];

/** The period of a user has changed: another one begins after that of the order, or continues it. */
const FOLLOW_PERIOD = `update orders set
    is_in_force = case when tariff_start_date = new.tariff_start_date and tariff_end_date <= new.tariff_end_date then 1 else 0 end,
    continued_at = case
      when continued_at is not null then continued_at
      when tariff_start_date < new.tariff_start_date then new.tariff_start_date
      when tariff_start_date = new.tariff_start_date and tariff_end_date < new.tariff_end_date then tariff_end_date
    end
  where user_id = new.id and status = 'completed'`;

const setFirstPaid = (order: 'old' | 'new'): string =>
  `update users set first_paid_at = ${firstPaidOf(`${order}.user_id`)} where id = ${order}.user_id`;
const setInForce = `update orders set is_in_force = ${isInForce('orders')} where id = new.id`;
const PAYMENT = 'status, confirmed_at, amount_due';
const PERIOD = 'user_id, status, tariff_start_date, tariff_end_date';

const SQLITE_TRIGGERS = [
  `create trigger orders_paid_insert after insert on orders when new.confirmed_at is not null begin ${setFirstPaid('new')}; end`,
  `create trigger orders_paid_update after update of ${PAYMENT} on orders when new.confirmed_at is not null or old.confirmed_at is not null
    begin ${setFirstPaid('new')}; end`,
  `create trigger orders_paid_delete after delete on orders when old.confirmed_at is not null begin ${setFirstPaid('old')}; end`,
  `create trigger orders_force_insert after insert on orders when new.status = 'completed' begin ${setInForce}; end`,
  `create trigger orders_force_update after update of ${PERIOD} on orders when new.status = 'completed' begin ${setInForce}; end`,
  `create trigger users_period_update after update of tariff_start_date, tariff_end_date on users begin ${FOLLOW_PERIOD}; end`,
];

const POSTGRES_TRIGGERS = [
  `create function orders_paid() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      ${setFirstPaid('old')};
    else
      ${setFirstPaid('new')};
    end if;
    return null;
  end $$`,
  `create trigger orders_paid_insert after insert on orders
    for each row when (new.confirmed_at is not null) execute function orders_paid()`,
  `create trigger orders_paid_update after update of ${PAYMENT} on orders
    for each row when (new.confirmed_at is not null or old.confirmed_at is not null) execute function orders_paid()`,
  `create trigger orders_paid_delete after delete on orders
    for each row when (old.confirmed_at is not null) execute function orders_paid()`,
  `create function orders_force() returns trigger language plpgsql as $$
  begin
    new.is_in_force := ${isInForce('new')};
    return new;
  end $$`,
  `create trigger orders_force before insert or update of ${PERIOD} on orders
    for each row when (new.status = 'completed') execute function orders_force()`,
  `create function users_period() returns trigger language plpgsql as $$
  begin
    ${FOLLOW_PERIOD};
    return null;
  end $$`,
  `create trigger users_period after update of tariff_start_date, tariff_end_date on users
    for each row execute function users_period()`,
];

/** Adverts of earlier releases have no link and are on show without limits. */
async function adverts(db: Kysely<unknown>, { text, ifMissing }: Columns): Promise<void> {
  for (const column of ['link', 'shown_from', 'shown_until'])
    await db.schema.alterTable('adverts').addColumn(column, text, ifMissing).execute();
  await db.schema
    .alterTable('adverts')
    .addColumn('is_on', 'integer', (c) => ifMissing(c.notNull().defaultTo(1)))
    .execute();
}
