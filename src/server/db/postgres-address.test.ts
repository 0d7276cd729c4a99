import { describe, expect, test } from 'vitest';
import { databaseName } from './database-name.ts';
import { isPostgresUrl } from './postgres-address.ts';
import { postgresLimits, sessionLimits, withLimits } from './postgres-limits.ts';

const USER = 'postgres://carnet:p%40ss,w0rd';

describe('DATABASE_URL', () => {
  test.each([`${USER}@db:5433/carnet`, 'postgresql:///carnet?host=/run/postgresql', 'postgres://[::1]:5432/carnet?sslmode=verify-full'])(
    'may be %s',
    (url) => {
      expect(isPostgresUrl(url)).toBe(true);
    },
  );

  test.each([
    'mysql://localhost/carnet',
    'carnet',
    'postgres://one:port/carnet',
    'postgres://one,two/carnet',
    'postgres:///carnet?host=one,two',
  ])('%s is not valid', (url) => {
    expect(isPostgresUrl(url)).toBe(false);
  });

  test('is shown without the password', () => {
    const databaseUrl = `${USER}@one:1/carnet?sslmode=require`;
    expect(databaseName({ databaseUrl, dataDir: '' })).toBe('PostgreSQL at carnet@one:1/carnet');
    expect(databaseName({ databaseUrl: 'postgresql:///carnet?host=/run/postgresql', dataDir: '' })).toBe(
      'PostgreSQL at /run/postgresql/carnet',
    );
  });
});

describe('the limits in the URL for the driver', () => {
  const url = 'postgres://one/carnet?statement_timeout=9000&lock_timeout=0';

  test('are those of the URL and the defaults, even when they are 0', () => {
    expect(withLimits(url, sessionLimits(postgresLimits(url)))).toBe(
      'postgres://one/carnet?statement_timeout=9000&lock_timeout=0&idle_in_transaction_session_timeout=15000',
    );
  });

  test('are missing if none are sent', () => {
    expect(withLimits(url)).toBe('postgres://one/carnet');
  });
});
