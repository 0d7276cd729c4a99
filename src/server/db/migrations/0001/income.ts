import type { Columns } from '../../columns.ts';

/** Payments, refunds and corrections, the row that each record of them locks, and closed orders. */
export const income = ({ id, int, text, strict }: Columns): string[] => [
  `create table income (
    id ${id},
    paid_on ${text} not null,
    booked_at ${text} not null,
    kind ${text} not null,
    source ${text} not null,
    change ${int} not null,
    currency ${text} not null,
    dollars ${int},
    tariff ${text},
    order_code ${text},
    user_id ${int} references users (id) on delete set null,
    payer ${text},
    purpose ${text},
    reason ${text},
    corrects ${int} unique,
    request_key ${text} unique,
    request_hash ${text},
    statement_key ${text} unique,
    search_text ${text} not null
  ) ${strict}`,
  // Contains every column that the sums of the list and of the revenue read.
  'create index income_days on income (paid_on, id, kind, change, currency, dollars, tariff)',
  'create index income_order on income (order_code)',
  'create index income_user on income (user_id, id)',
  'create index income_named on income (booked_at) where payer is not null or purpose is not null',
  `create table income_books (
    id integer primary key,
    closed_until ${text} not null
  ) ${strict}`,
  "insert into income_books (id, closed_until) values (1, '')",
  `create table statements (
    id ${id},
    created_at ${text} not null,
    content ${text} not null
  ) ${strict}`,
  'create index statements_created on statements (created_at)',
  `create table statement_mappings (
    table_key ${text} primary key,
    answers ${text} not null
  ) ${strict}`,
  // Orders that were cancelled or deleted, and what a replaced order was before.
  `create table closed_orders (
    id ${id},
    code ${text} not null,
    user_id ${int} references users (id) on delete set null,
    closed_as ${text} not null,
    closed_at ${text} not null,
    status ${text} not null,
    tariff_from ${text} not null,
    tariff_change ${text} not null,
    payment_months integer not null,
    amount_due ${int} not null,
    transfers ${text} default '[]' not null,
    created_at ${text} not null
  ) ${strict}`,
  'create index closed_orders_code on closed_orders (code, id)',
  'create index closed_orders_user on closed_orders (user_id)',
  'create index closed_orders_closed on closed_orders (closed_at)',
];
