import type { Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';
import type { UserId } from './authorized.ts';
import type { Db } from './db/store.ts';
import type { AfterCommit } from './db/work.ts';
import type { SessionsService } from './features/auth/sessions.service.ts';
import type { Alarm } from './features/buckets/guess-limiter.service.ts';
import type { UsersService } from './features/users/users.service.ts';
import type { Route } from './http/route.ts';
import type { ImagesService } from './infra/images/images.service.ts';
import type { Job } from './infra/jobs/jobs.service.ts';
import type { MailsService } from './infra/mails/mails.service.ts';

/** What a feature adds to the application; each `*.feature.ts` builds one from its repositories and services. */
export interface Feature {
  routes: Route[];
  jobs?: Job[];
  /** Deletes or changes what the deletion of a user's row does not delete by cascade, before that, in the same transaction. */
  erase?: (db: Db, account: ErasedAccount, after: AfterCommit['after']) => Promise<void>;
  /** Deletes a bounded number of rows that have expired at `now` (milliseconds), from each table of the feature; true if none is left. */
  expire?: (db: Db, now: number) => Promise<boolean[]>;
  /** The feature's part of the content that public pages show, read for each page. */
  findContent?: (language: Language) => Promise<PageContent>;
}

export interface ErasedAccount {
  userId: UserId;
  email: string;
}

/** Services that more than one feature uses. */
export interface SharedServices {
  users: UsersService;
  sessions: SessionsService;
  mails: MailsService;
  images: ImagesService;
  /** Empties the WAL after a deletion. Best effort: never throws. */
  checkpoint: () => Promise<void>;
  /** Logs a warning for the operator. */
  alarm: Alarm;
  onError: (error: unknown) => void;
}
