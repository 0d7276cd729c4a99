import { describe, expect, test } from 'vitest';
import { isForeignKeyViolation, isUnavailable, isUniqueViolation, isWorthRetrying } from './errors.ts';

/** As the two drivers throw them. */
const sqlite = (errcode: number): Error => Object.assign(new Error('sqlite'), { code: 'ERR_SQLITE_ERROR', errcode });
const postgres = (code: string, message = 'postgres'): Error => Object.assign(new Error(message), { code });

describe('an error of the database', () => {
  test.each([
    ['unique', isUniqueViolation, [sqlite(2067), sqlite(1555), postgres('23505')]],
    ['foreign key', isForeignKeyViolation, [sqlite(787), postgres('23503')]],
    ['worth another try', isWorthRetrying, [postgres('40001'), postgres('40P01')]],
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
        postgres('ECONNREFUSED'),
        new Error('Connection terminated unexpectedly'),
      ],
    ],
  ] as const)('is told to be %s', (_, is, errors) => {
    for (const error of errors) expect(is(error), String((error as { code?: string }).code)).toBe(true);
    for (const other of [sqlite(1), postgres('42P01'), postgres('22021'), new Error('mine'), undefined, null, 'text'])
      expect(is(other)).toBe(false);
  });
});
