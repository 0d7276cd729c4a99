import { describe, expect, test } from 'vitest';
import { isForeignKeyViolation, isUnavailable, isUniqueViolation, isWorthRetrying, TransactionLost } from './errors.ts';

/** Errors shaped like those of the two drivers. */
const sqlite = (errcode: number): Error => Object.assign(new Error('sqlite'), { code: 'ERR_SQLITE_ERROR', errcode });
const postgres = (code: string, message = 'postgres'): Error => Object.assign(new Error(message), { code });
/** 0A000 has other meanings too, and messages may be translated: only `routine` identifies this error. */
const stalePlan = Object.assign(postgres('0A000', 'cached plan must not change result type'), { routine: 'RevalidateCachedQuery' });
/** From PgBouncer, which uses this code for other errors as well. */
const lostStatement = postgres('08P01', 'prepared statement name is already in use');

describe('database errors', () => {
  test.each([
    ['unique violation', isUniqueViolation, [sqlite(2067), sqlite(1555), postgres('23505')]],
    ['foreign key violation', isForeignKeyViolation, [sqlite(787), postgres('23503')]],
    [
      'worth retrying',
      isWorthRetrying,
      [postgres('40001'), postgres('40P01'), stalePlan, postgres('26000'), postgres('42P05'), lostStatement],
    ],
    [
      'unavailable',
      isUnavailable,
      [
        sqlite(5),
        sqlite(517),
        sqlite(13),
        sqlite(10 + 3 * 256),
        postgres('08006'),
        postgres('53100'),
        postgres('57P01'),
        postgres('57014'),
        postgres('55P03'),
        postgres('25P03'),
        postgres('25006'),
        postgres('40001'),
        postgres('40P01'),
        stalePlan,
        new TransactionLost(sqlite(13)),
        postgres('ECONNREFUSED'),
        postgres('EHOSTUNREACH'),
        postgres('ETIMEDOUT'),
        new Error('Connection terminated unexpectedly'),
        new Error('timeout expired'),
        new Error('Client was closed and is not queryable'),
      ],
    ],
  ] as const)('are classified as %s, and others are not', (_, is, errors) => {
    for (const error of errors) expect(is(error), String((error as { code?: string }).code)).toBe(true);
    for (const other of [sqlite(1), postgres('42P01'), postgres('22021'), postgres('0A000'), new Error('mine'), undefined, null, 'text'])
      expect(is(other)).toBe(false);
  });
});
