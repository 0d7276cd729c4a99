import type { ErrorCode } from '#contract/errors.ts';
import type { Answer, TestApp } from '#tests/support/app.ts';

/** Provokes a response of an endpoint on that application. */
export type Provoke = (app: TestApp) => Promise<Answer>;

/** Scenarios of an endpoint: its success, and each error that it declares, by code. */
export interface Scenarios {
  good: Provoke;
  errors: Partial<Record<ErrorCode, Provoke>>;
}
