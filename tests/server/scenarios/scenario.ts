import type { ErrorCode } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import type { Answer, TestApp } from '#tests/support/app.ts';

/** The application, called by a client that prefers that language. */
export const inLanguage = (app: TestApp, language: Language): TestApp => ({
  ...app,
  request: (method, path, options = {}) =>
    app.request(method, path, { ...options, headers: { 'accept-language': language, ...options.headers } }),
});

/** Provokes a response of an endpoint on that application, whose requests prefer `language`. */
export type Provoke = (app: TestApp, language?: Language) => Promise<Answer>;

/** Scenarios of an endpoint: its success, and each error that it declares, by code. */
export interface Scenarios {
  good: Provoke;
  errors: Partial<Record<ErrorCode, Provoke>>;
}
