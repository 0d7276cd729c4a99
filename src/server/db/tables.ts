import type { ColumnType, Generated } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Currency, OrderStatus, Tariff } from '#contract/tariffs.ts';
import type { FeedbackTable, MailsTable } from './tables-of-mail.ts';
import type { NotesTable, RecordsTable, VehiclesTable } from './tables-of-vehicles.ts';

/** Row types. Times are ISO 8601 UTC text, days YYYY-MM-DD, money whole cents, flags 0 or 1: the same on both databases. */
export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  codes: CodesTable;
  attempts: AttemptsTable;
  rates: RatesTable;
  feedback: FeedbackTable;
  mails: MailsTable;
  images: ImagesTable;
  thumbnails: ThumbnailsTable;
  vehicles: VehiclesTable;
  records: RecordsTable;
  notes: NotesTable;
  idempotency: IdempotencyTable;
  prices: PricesTable;
  payments: PaymentsTable;
  block_message: BlockMessageTable;
  orders: OrdersTable;
  notices: NoticesTable;
  card_events: CardEventsTable;
  card_checkouts: CardCheckoutsTable;
  admins: AdminsTable;
  admin_sessions: AdminSessionsTable;
  audit: AuditTable;
  jobs: JobsTable;
  advert_list: AdvertListTable;
  advert_images: AdvertImagesTable;
  adverts: AdvertsTable;
  visits: VisitsTable;
  counts: CountsTable;
}

interface UsersTable {
  id: Generated<number>;
  /** Trimmed, lower case. */
  email: string;
  first_name: string;
  last_name: string;
  /** E.164. */
  phone: string | null;
  password_hash: string;
  currency: Currency;
  language: Language;
  image_id: string | null;
  /** The paid tariff and its period; in force only while it lasts (tariffs.rules). */
  tariff: Tariff;
  tariff_start_date: string | null;
  tariff_end_date: string | null;
  created_at: string;
}

interface SessionsTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  /** What it is called by where it is shown: tells nothing of the token. */
  id: string;
  user_id: number;
  user_agent: string;
  created_at: string;
  last_used_at: string;
}

interface CodesTable {
  email: string;
  purpose: 'registration' | 'reset';
  code_hash: string;
  expires_at: string;
  validated_at: string | null;
}

/** Failures that lead to a lock; subject is `login:<email>` or `code:<email>`. */
interface AttemptsTable {
  subject: string;
  failures: number;
  locked_until: string | null;
  /** Of the last failure. */
  failed_at: string;
}

interface RatesTable {
  /** The limit, and the network that it counts, or `all`. */
  subject: string;
  /** When the limit is full again (ISO 8601 UTC). */
  full_at: string;
}

interface ImagesTable {
  id: string;
  media_type: string;
  bytes: Uint8Array;
  created_at: string;
}

interface ThumbnailsTable {
  image_id: string;
  /** Of the box that it covers, see `THUMBNAIL_WIDTHS`. */
  width: number;
  media_type: string;
  bytes: Uint8Array;
}

/** Answers of creates by the caller's Idempotency-Key, so that a repeated request makes one thing. */
interface IdempotencyTable {
  user_id: number;
  key: string;
  /** What was made: `vehicles` or `records`, and its id. */
  kind: string;
  made_id: number;
  created_at: string;
}

interface PricesTable {
  tariff: Tariff;
  /** Cents a month. */
  price: number;
}

/** Where a transfer goes, a row a language. */
interface PaymentsTable {
  lang: Language;
  payee_details: string;
  iban: string;
  edrpou: string;
  payment_purpose: string;
  is_active: 0 | 1;
}

/** One row. */
interface BlockMessageTable {
  id: number;
  message_text_ua: string;
  message_text_ru: string;
  message_text_en: string;
}

/** At most one open order (processing, confirmed) a user: an index sees to it. */
interface OrdersTable {
  id: Generated<number>;
  code: string;
  /** null once the account was deleted. */
  user_id: number | null;
  /** That user's; kept by triggers, for the search. */
  email: ColumnType<string | null, never, never>;
  tariff_change: Tariff;
  payment_months: number;
  /** Cents. */
  amount_due: number;
  status: OrderStatus;
  created_at: string;
  confirmed_at: string | null;
  completed_at: string | null;
  /** The period that it paid for; of a completed one. */
  tariff_start_date: string | null;
  tariff_end_date: string | null;
}

/** What somebody was told about the end of a period, so that nobody is told twice. */
interface NoticesTable {
  user_id: number;
  kind: 'week' | 'day' | 'ended';
  tariff_end_date: string;
}

/** Messages of the card service that were heeded: it repeats itself. */
interface CardEventsTable {
  id: string;
  received_at: string;
}

/** Checkouts at the card service, by its ids. */
interface CardCheckoutsTable {
  id: string;
  order_code: string;
  /** The card service closes it then. */
  expires_at: string;
  /** When it was closed before that; null while it may be open. */
  closed_at: string | null;
}

interface AdminsTable {
  id: Generated<number>;
  /** Trimmed, lower case. */
  email: string;
  password_hash: string;
  /** The settings take the place of what they and the first start made; the command's accounts stay. */
  made_by: 'settings' | 'start' | 'command';
  created_at: string;
}

interface AdminSessionsTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  admin_id: number;
  created_at: string;
  last_used_at: string;
}

/** What an administrator did; before and after are JSON. */
interface AuditTable {
  id: Generated<number>;
  at: string;
  /** The administrator's email, or `card` for the card service. */
  actor: string;
  action: string;
  /** What it was done to, such as `order D4F79LQ2` or `user 12`: no personal data. */
  subject: string;
  before: string | null;
  after: string | null;
}

/** When a job of the clock is due, and the mark of the process that does it now. */
interface JobsTable {
  name: string;
  due_at: string;
  lease: string | null;
}

/** One row: whoever changes the list of adverts, or its images, holds it. */
interface AdvertListTable {
  id: number;
  changed_at: string | null;
}

/** Images that were uploaded for adverts; no other may stand in one. */
interface AdvertImagesTable {
  image_id: string;
}

interface AdvertsTable {
  id: Generated<number>;
  /** In the list, from 0. */
  position: number;
  title_ua: string;
  title_ru: string;
  title_en: string;
  text_ua: string;
  text_ru: string;
  text_en: string;
  image_id: string | null;
}

/** Browser sessions that began on a day (UTC). */
interface VisitsTable {
  visit_date: string;
  visit_count: number;
}

/** How many rows there are, kept by triggers (counting.ts): `users`, `audit`, `orders.` and a status. */
interface CountsTable {
  name: string;
  value: number;
}
