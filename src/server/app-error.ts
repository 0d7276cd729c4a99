import { ERRORS, type ErrorCode } from '#contract/errors.ts';

/** A field and the key of what is wrong with it. */
export interface InvalidField {
  field: string;
  code: string;
}

/** What services throw: a key of the error catalogue. The HTTP side turns it into status and body. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly InvalidField[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: { fields?: readonly InvalidField[]; retryAfter?: number; cause?: unknown } = {}) {
    super(code, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? [];
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return ERRORS[this.code];
  }
}
