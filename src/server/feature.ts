import type { Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';
import type { UserId } from './authorized.ts';
import type { Db } from './db/store.ts';
import type { AfterCommit } from './db/work.ts';
import type { Route } from './http/route.ts';
import type { Job } from './infra/jobs/jobs.service.ts';

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
