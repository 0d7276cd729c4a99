import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../app-error.ts';
import { adviceOf, isUnavailable } from '../db/errors.ts';
import { loggedError } from './error-log.ts';
import { limitedLines } from './limited-lines.ts';

interface Failed {
  log: FastifyBaseLogger;
  level: 'warn' | 'error';
  error: unknown;
  /** The text of the line, such as an error code. */
  message: string;
  fields?: Record<string, unknown>;
}

const causeOf = (error: unknown): unknown => (error instanceof AppError && error.cause) || error;

export type LogFailure = (failed: Failed) => void;

/**
 * Returns a function that logs failures. While the database or the photo store is unavailable, every request fails for the same reason: per
 * minute and reason only the first line has the error with its stack, and further ones, the 10th, the 100th and so on, have their number.
 */
export function failureLog(): LogFailure {
  const counted = limitedLines(1);
  return ({ log, level, error, message, fields }) => {
    const isOfDatabase = isUnavailable(error);
    if (!isOfDatabase && !(error instanceof AppError && error.status === 503)) {
      log[level]({ err: causeOf(error), ...fields }, message);
      return;
    }
    const { message: reason, code, errcode } = loggedError(causeOf(error));
    const count = counted(`${message} ${code ?? errcode ?? reason}`);
    if (count === undefined) return;
    const advice = isOfDatabase && { advice: adviceOf(error) };
    log[level]({ ...(count === 1 ? { err: causeOf(error) } : { reason }), ...fields, count, ...advice }, message);
  };
}
