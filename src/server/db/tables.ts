import type { ColumnType, Generated } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Currency, OrderStatus, PaidTariff, Tariff } from '#contract/tariffs.ts';
import type { AdminInvitationsTable, AdminRecoveryCodesTable, AdminSessionsTable, AdminsTable } from './admin-tables.ts';
import type { AssetsTable } from './asset-tables.ts';
import type { ImagesTable, ObjectDeletionsTable, ThumbnailsTable } from './image-tables.ts';
import type { ImportTables } from './import-tables.ts';
import type {
  BlockMessageTable,
  ClosedOrdersTable,
  IncomeBooksTable,
  IncomeTable,
  PaymentsTable,
  SellerTable,
  StatementMappingsTable,
  StatementsTable,
} from './income-tables.ts';
import type { FeedbackRepliesTable, FeedbackTable, FeedbackWordsTable, MailsTable } from './mail-tables.ts';
import type { NoticeTables } from './notice-tables.ts';
import type {
  CostsTable,
  DeletedEntriesTable,
  EntriesTable,
  FillsTable,
  NotesTable,
  PlanCompletionsTable,
  PlanLinesTable,
  ReadingsTable,
  VehiclesTable,
  VehicleValuesTable,
} from './vehicle-tables.ts';

/** Row types. Times are ISO 8601 UTC text, days YYYY-MM-DD, money whole cents, flags 0 or 1: the same on both databases. */
export interface Tables extends ImportTables, NoticeTables {
  users: UsersTable;
  user_pieces: UserPiecesTable;
  sessions: SessionsTable;
  codes: CodesTable;
  attempts: AttemptsTable;
  buckets: BucketsTable;
  feedback: FeedbackTable;
  feedback_words: FeedbackWordsTable;
  feedback_replies: FeedbackRepliesTable;
  mails: MailsTable;
  images: ImagesTable;
  thumbnails: ThumbnailsTable;
  object_deletions: ObjectDeletionsTable;
  vehicles: VehiclesTable;
  entries: EntriesTable;
  deleted_entries: DeletedEntriesTable;
  fills: FillsTable;
  costs: CostsTable;
  readings: ReadingsTable;
  notes: NotesTable;
  vehicle_values: VehicleValuesTable;
  plan_lines: PlanLinesTable;
  plan_completions: PlanCompletionsTable;
  idempotency: IdempotencyTable;
  prices: PricesTable;
  payments: PaymentsTable;
  block_message: BlockMessageTable;
  seller: SellerTable;
  orders: OrdersTable;
  closed_orders: ClosedOrdersTable;
  income: IncomeTable;
  income_books: IncomeBooksTable;
  statements: StatementsTable;
  statement_mappings: StatementMappingsTable;
  notices: NoticesTable;
  card_events: CardEventsTable;
  card_checkouts: CardCheckoutsTable;
  admins: AdminsTable;
  admin_sessions: AdminSessionsTable;
  admin_recovery_codes: AdminRecoveryCodesTable;
  admin_invitations: AdminInvitationsTable;
  audit: AuditTable;
  jobs: JobsTable;
  advert_list: AdvertListTable;
  advert_images: AdvertImagesTable;
  adverts: AdvertsTable;
  visits: VisitsTable;
  assets: AssetsTable;
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
  /** A paid tariff is in force only during its period (tariffs.rules.ts). */
  tariff: Tariff;
  tariff_start_date: string | null;
  tariff_end_date: string | null;
  created_at: string;
  /** When the first payment of the user was confirmed; maintained by triggers. */
  first_paid_at: ColumnType<string | null, never, never>;
  /** Name, email and digits of the phone as the search compares them (user-search.rules.ts); null until a job has added it. */
  search_text: Generated<string | null>;
  /** Day (UTC) of the last use; null if the user has not logged in since this is stored. */
  last_seen_on: Generated<string | null>;
  /** When an administrator locked the account; null if it is not locked. */
  locked_at: Generated<string | null>;
  lock_reason: Generated<string | null>;
  /** Written and read by administrators only. */
  admin_notes: Generated<string | null>;
  /** IANA name: where the days of the plan begin and end. */
  time_zone: Generated<string>;
}

/** Every part of the words of `users.search_text`, cut after PIECE_MAX characters: a part of a word is the beginning of a piece. */
interface UserPiecesTable {
  piece: string;
  user_id: number;
}

interface SessionsTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  /** Public id for the list of sessions; reveals nothing about the token. */
  id: string;
  user_id: number;
  user_agent: string;
  created_at: string;
  last_used_at: string;
}

interface CodesTable {
  email: string;
  /** `admin`: a new email of an administrator. */
  purpose: 'registration' | 'reset' | 'admin';
  code_hash: string;
  expires_at: string;
  validated_at: string | null;
}

/** Failed attempts, which lead to a lock. `subject` is `login:<email>`, `code:<email>` or `admin:<email>|<network address>`. */
interface AttemptsTable {
  subject: string;
  failures: number;
  locked_until: string | null;
  /** Time of the last failure. */
  failed_at: string;
}

interface BucketsTable {
  /** The limit and the network that it applies to, or `all`. */
  subject: string;
  /** When the token bucket is full again (ISO 8601 UTC). */
  full_at: string;
}

/** Created items by the caller's Idempotency-Key, so that a repeated request creates one item. */
interface IdempotencyTable {
  user_id: number;
  key: string;
  /** Table of the created item, such as `vehicles` or `entries`; `created_id` is its id. */
  kind: string;
  created_id: number;
  /** Of the request that created the item (idempotency-key.ts). */
  request_hash: Generated<string>;
  created_at: string;
}

interface PricesTable {
  tariff: Tariff;
  /** Cents per month. */
  price: number;
}

/** A unique index allows at most one open order (processing, confirmed) per user. */
interface OrdersTable {
  id: Generated<number>;
  code: string;
  /** null after the account was deleted. */
  user_id: number | null;
  /** Email of that user for the search, maintained by triggers. */
  email: ColumnType<string | null, never, never>;
  /** The tariff that was in force when the order was placed. */
  tariff_from: Generated<Tariff>;
  tariff_change: PaidTariff;
  payment_months: number;
  /** Cents. */
  amount_due: number;
  /** JSON: what has to be transferred in each language, that of the order first (features/orders/transfers.rules.ts). */
  transfers: Generated<string>;
  status: OrderStatus;
  created_at: string;
  confirmed_at: string | null;
  completed_at: string | null;
  /** 1 if the card service confirmed the payment. */
  is_card_paid: Generated<0 | 1>;
  /** Internal note of the administrators, cleared when the account is deleted; empty if there is none. */
  note: Generated<string>;
  /** 1 once administrators were emailed about the order or have confirmed its payment. */
  is_announced: Generated<0 | 1>;
  /** The payment that confirmed the order, if one was recorded with the confirmation. */
  income_id: Generated<number | null>;
  tariff_before: Generated<string | null>;
  activation_undone_at: Generated<string | null>;
  /** The paid period; set when the order is completed. */
  tariff_start_date: string | null;
  tariff_end_date: string | null;
  /** 1 while the user has the paid period, even after its end. */
  is_in_force: Generated<0 | 1>;
  /** Start of the next period of the user, ordered or given manually. */
  continued_at: string | null;
}

/** Notices about the end of a paid period that were sent, so that none is sent twice. */
interface NoticesTable {
  user_id: number;
  kind: 'week' | 'day' | 'ended';
  tariff_end_date: string;
}

/** Processed webhook events of the card service, which may send an event more than once. */
interface CardEventsTable {
  id: string;
  received_at: string;
}

/** Checkout sessions of the card service, by the service's ids. */
interface CardCheckoutsTable {
  id: string;
  order_code: string;
  /** When the card service closes it (ISO 8601 UTC). */
  expires_at: string;
  /** When the server closed it earlier; null while it may be open. */
  closed_at: string | null;
}

/** Actions of administrators and of the card service, and automatic steps. `before` and `after` are JSON. */
interface AuditTable {
  id: Generated<number>;
  at: string;
  /** The administrator's email, `card` for the card service, or `auto`. */
  actor: string;
  action: string;
  /** The changed item, such as `order D4F79LQ2` or `user 12`; no personal data. */
  subject: string;
  /** The user that the entry is about; kept after the account was deleted. */
  user_id: number | null;
  /** Email of that user for the search, maintained by triggers; null after the account was deleted. */
  email: ColumnType<string | null, never, never>;
  before: string | null;
  after: string | null;
  /** Why an administrator did it, if that was given; after the account was deleted, only the reason of `user.delete` is left. */
  reason: Generated<string | null>;
}

/** Scheduled jobs: when each is due, and the lease id of the process that runs it. */
interface JobsTable {
  name: string;
  due_at: string;
  lease: string | null;
}

/** One row, locked by every change of the adverts or their images. */
interface AdvertListTable {
  id: number;
  changed_at: string | null;
}

/** Images uploaded for adverts; an advert cannot use any other image. */
interface AdvertImagesTable {
  image_id: string;
}

interface AdvertsTable {
  id: Generated<number>;
  /** Position in the list, from 0. */
  position: number;
  title_ua: string;
  title_ru: string;
  title_en: string;
  text_ua: string;
  text_ru: string;
  text_en: string;
  image_id: string | null;
  /** A URL with https. */
  link: ColumnType<string | null, string | null | undefined, string | null>;
  /** The first and the last day of the advert (UTC, YYYY-MM-DD). */
  shown_from: ColumnType<string | null, string | null | undefined, string | null>;
  shown_until: ColumnType<string | null, string | null | undefined, string | null>;
  /** 0 while an administrator has switched it off. */
  is_on: Generated<0 | 1>;
}

/** Number of browser sessions that began on a day (UTC). */
interface VisitsTable {
  visit_date: string;
  visit_count: number;
}
