import type { ErrorCode } from '#contract/errors.ts';
import type { Answer, TestApp } from '#tests/support/app.ts';

/** How to provoke an answer of an endpoint on that application. */
export type Provoke = (app: TestApp) => Promise<Answer>;

/** One endpoint's table: its good case, and each error that it declares, by its key. */
export interface Scenarios {
  good: Provoke;
  errors: Partial<Record<ErrorCode, Provoke>>;
}
