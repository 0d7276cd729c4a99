import { describe, expect, test } from 'vitest';
import { isForeignKeyViolation, isUnavailable, isUniqueViolation, isWorthRetrying, TransactionLost } from './errors.ts';

/** As the two drivers throw them. */
const sqlite = (errcode: number): Error => Object.assign(new Error('sqlite'), { code: 'ERR_SQLITE_ERROR', errcode });
const postgres = (code: string, message = 'postgres'): Error => Object.assign(new Error(message), { code });
/** Other errors have this code too, and messages are translated. */
const stalePlan = Object.assign(postgres('0A000', 'cached plan must not change result type'), { routine: 'RevalidateCachedQuery' });

describe('an error of the database', () => {
  test.each([
    ['unique', isUniqueViolation, [sqlite(2067), sqlite(1555), postgres('23505')]],
    ['foreign key', isForeignKeyViolation, [sqlite(787), postgres('23503')]],
    ['worth another try', isWorthRetrying, [postgres('40001'), postgres('40P01'), stalePlan, postgres('26000'), postgres('42P05')]],
    [
      'away for now',
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
        new Error('Client was closed and is not queryable'),
      ],
    ],
  ] as const)('is told to be %s', (_, is, errors) => {
    for (const error of errors) expect(is(error), String((error as { code?: string }).code)).toBe(true);
    for (const other of [sqlite(1), postgres('42P01'), postgres('22021'), postgres('0A000'), new Error('mine'), undefined, null, 'text'])
      expect(is(other)).toBe(false);
  });
});
