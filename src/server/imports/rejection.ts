import type { ErrorCode } from '#contract/errors.ts';

/** Why a file cannot be read at all. */
export class Rejection extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, cause?: unknown) {
    super(code, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
