import { ERRORS, type ErrorCode } from '#contract/errors.ts';

/** An invalid field and the key of its error text. */
export interface InvalidField {
  field: string;
  code: string;
}

/** The error that services throw: a key of the error catalogue (contract/errors.ts), which the HTTP layer turns into status and body. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly InvalidField[];
  /** Seconds until a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;
  /** What the caller needs to decide, sent as `data`. */
  readonly data: object | undefined;

  constructor(code: ErrorCode, options: { fields?: readonly InvalidField[]; retryAfter?: number; data?: object; cause?: unknown } = {}) {
    super(code, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? [];
    this.retryAfter = options.retryAfter;
    this.data = options.data;
  }

  get status(): number {
    return ERRORS[this.code];
  }
}
