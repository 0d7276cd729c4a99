import type { Columns } from '../../columns.ts';

/** Prices, payment details and orders, with the facts of orders that figures and searches read by index. */
export const orders = ({ kind, id, int, text, strict }: Columns): string[] => [
  `create table prices (
    tariff ${text} primary key,
    price integer not null
  ) ${strict}`,
  "insert into prices (tariff, price) values ('basic', 0), ('family', 300), ('business', 900)",
  `create table payments (
    lang ${text} primary key,
    payee_details ${text} not null,
    iban ${text} not null,
    edrpou ${text} not null,
    payment_purpose ${text} not null,
    is_active integer not null,
    transfer_currency ${text},
    transfer_rate integer,
    rated_on ${text}
  ) ${strict}`,
  `insert into payments (lang, payee_details, iban, edrpou, payment_purpose, is_active)
    values ('ua', '', '', '', '', 0), ('ru', '', '', '', '', 0), ('en', '', '', '', '', 0)`,
  `create table block_message (
    id integer primary key,
    message_text_ua ${text} not null,
    message_text_ru ${text} not null,
    message_text_en ${text} not null
  ) ${strict}`,
  `insert into block_message (id, message_text_ua, message_text_ru, message_text_en) values (
    1,
    'Оплату тарифів зараз призупинено. Ваша книжка працює, як завжди, а замовити тариф можна буде трохи згодом.',
    'Оплата тарифов сейчас приостановлена. Ваша книжка работает, как всегда, а заказать тариф можно будет чуть позже.',
    'Tariff payments are paused at the moment. Your book works as usual, and you will be able to order a tariff later.'
  )`,
  `create table seller (
    id integer primary key,
    name_ua ${text} not null,
    name_ru ${text} not null,
    name_en ${text} not null,
    address_ua ${text} not null,
    address_ru ${text} not null,
    address_en ${text} not null,
    tax_number ${text} not null,
    contact_email ${text} not null,
    phone ${text} not null
  ) ${strict}`,
  "insert into seller values (1, '', '', '', '', '', '', '', '', '')",
  `create table orders (
    id ${id},
    code ${text} not null unique,
    user_id ${int} references users (id) on delete set null,
    email ${text},
    tariff_from ${text} default 'basic' not null,
    tariff_change ${text} not null,
    payment_months integer not null,
    amount_due ${int} not null,
    transfers ${text} default '[]' not null,
    status ${text} not null,
    created_at ${text} not null,
    confirmed_at ${text},
    completed_at ${text},
    tariff_start_date ${text},
    tariff_end_date ${text},
    continued_at ${text},
    is_in_force integer default 0 not null,
    is_card_paid integer default 0 not null,
    is_announced integer default 0 not null,
    note ${text} default '' not null,
    income_id ${int},
    tariff_before ${text},
    activation_undone_at ${text}
  ) ${strict}`,
  "create unique index orders_open on orders (user_id) where status in ('processing', 'confirmed')",
  'create index orders_user on orders (user_id, id)',
  'create index orders_status on orders (status, id)',
  'create index orders_email on orders (email, status, id)',
  'create index orders_created on orders (created_at, id)',
  'create index orders_dates on orders (status, created_at, id, amount_due)',
  'create index orders_announced on orders (is_announced, status, id)',
  // Partial indexes: the queries repeat the conditions literally. They contain those columns, so that SQLite reads no rows to check them.
  `create index orders_in_force on orders (tariff_change, tariff_end_date, tariff_start_date, payment_months, amount_due, user_id)
    where is_in_force = 1 and amount_due > 0`,
  'create index orders_ended on orders (tariff_end_date, continued_at, amount_due) where amount_due > 0',
  ...(kind === 'sqlite' ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS),
  `create table notices (
    user_id ${int} not null references users (id) on delete cascade,
    kind ${text} not null,
    tariff_end_date ${text} not null,
    primary key (user_id, kind, tariff_end_date)
  ) ${strict}`,
  `create table card_events (
    id ${text} primary key,
    received_at ${text} not null
  ) ${strict}`,
  'create index card_events_received on card_events (received_at)',
  // Checkout sessions of the card service, stored in order to close those whose order no longer needs a payment.
  `create table card_checkouts (
    id ${text} primary key,
    order_code ${text} not null,
    expires_at ${text} not null,
    closed_at ${text}
  ) ${strict}`,
  'create index card_checkouts_order on card_checkouts (order_code)',
  'create index card_checkouts_expiry on card_checkouts (expires_at)',
];

const SET_EMAIL = 'update orders set email = (select email from users where users.id = orders.user_id)';

/** The first payment of a user; an order of 0 dollars is none. */
const setFirstPaid = (order: 'old' | 'new'): string =>
  `update users set first_paid_at = (
    select min(confirmed_at) from orders where user_id = ${order}.user_id and status <> 'processing' and amount_due > 0
  ) where id = ${order}.user_id`;

const PAYMENT = 'status, confirmed_at, amount_due';

const SQLITE_TRIGGERS = [
  `create trigger orders_email_insert after insert on orders begin ${SET_EMAIL} where id = new.id; end`,
  `create trigger orders_email_update after update of user_id on orders begin ${SET_EMAIL} where id = new.id; end`,
  `create trigger users_email_update after update of email on users begin ${SET_EMAIL} where user_id = new.id; end`,
  `create trigger orders_paid_insert after insert on orders when new.confirmed_at is not null begin ${setFirstPaid('new')}; end`,
  `create trigger orders_paid_update after update of ${PAYMENT} on orders when new.confirmed_at is not null or old.confirmed_at is not null
    begin ${setFirstPaid('new')}; end`,
  `create trigger orders_paid_delete after delete on orders when old.confirmed_at is not null begin ${setFirstPaid('old')}; end`,
];

const POSTGRES_TRIGGERS = [
  `create function orders_email() returns trigger language plpgsql as $$
  begin
    new.email := (select email from users where id = new.user_id);
    return new;
  end $$`,
  'create trigger orders_email before insert or update of user_id on orders for each row execute function orders_email()',
  `create function users_email() returns trigger language plpgsql as $$
  begin
    update orders set email = new.email where user_id = new.id;
    return null;
  end $$`,
  'create trigger users_email after update of email on users for each row execute function users_email()',
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
];
