import type { Language } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';
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
  /** The feature's part of the content that public pages show, read for each page. */
  findContent?: (language: Language) => Promise<PageContent>;
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
