import type { Store } from './db/store.ts';
import type { ServerSettings } from './http/server.ts';
import type { Cards } from './ports/cards.ts';
import type { Clock } from './ports/clock.ts';
import type { Files } from './ports/files.ts';
import type { Images } from './ports/images.ts';
import type { ImportReader } from './ports/import-reader.ts';
import type { Mailer } from './ports/mailer.ts';
import type { Metrics } from './ports/metrics.ts';
import type { Pages } from './ports/pages.ts';
import type { Passwords } from './ports/passwords.ts';
import type { Reports } from './ports/reports.ts';
import type { Bot } from './ports/telegram.ts';
import type { Tokens } from './ports/tokens.ts';

/** Everything that the application is handed: real in main, partly faked in tests. */
export interface Deps {
  store: Store;
  clock: Clock;
  tokens: Tokens;
  passwords: Passwords;
  images: Images;
  /** The object store of photos; without one they are stored in the database. */
  files?: Files | undefined;
  reports: Reports;
  imports: ImportReader;
  mailer: Mailer;
  /** Address to which messages of the contact form are emailed. */
  contactEmail: string | undefined;
  /** Whether emails are sent by SMTP; otherwise they are written to files. */
  hasSmtp: boolean;
  /** Milliseconds after which answered contact messages are deleted; 0 keeps them. */
  messageRetention: number;
  pages: Pages;
  /** Whether visitors may create accounts; true by default. */
  isRegistrationOpen?: boolean | undefined;
  /** Undefined without Telegram. */
  telegram?: Bot | undefined;
  /** Undefined while card payment is off. */
  cards: Cards | undefined;
  /** Milliseconds from the confirmation of a payment to its tariff. */
  orderGrace: number;
  /** Milliseconds between two emails to administrators about new orders; 0 sends none. */
  orderNotice: number;
  /** Folder of the built browser files; none in tests. */
  assets: string | undefined;
  /** Public address, without a slash at the end. */
  origin: () => string;
  server: ServerSettings;
  /** Called after each login of an administrator. */
  onAdminLogin?: ((email: string) => void) | undefined;
  /** Undefined while metrics are off. */
  metrics?: Metrics | undefined;
  /** Bearer token for /metrics; without one they are not served there. */
  metricsToken?: string | undefined;
}
