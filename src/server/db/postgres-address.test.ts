import { describe, expect, test } from 'vitest';
import { databaseName } from './database-name.ts';
import { isPostgresUrl, postgresAddress } from './postgres-address.ts';
import { postgresLimits, sessionLimits, withLimits } from './postgres-limits.ts';

const USER = 'postgres://carnet:p%40ss,w0rd';

describe('DATABASE_URL', () => {
  test.each<[string, string, string[], string]>([
    ['one host', `${USER}@db:5433/carnet`, [`${USER}@db:5433/carnet`], 'any'],
    ['a socket', 'postgresql:///carnet?host=/run/postgresql', ['postgresql:///carnet?host=/run/postgresql'], 'any'],
    ['two hosts', `${USER}@one:1,two:2/carnet`, [`${USER}@one:1/carnet`, `${USER}@two:2/carnet`], 'read-write'],
    ['hosts without ports', 'postgres://one,two/carnet', ['postgres://one/carnet', 'postgres://two/carnet'], 'read-write'],
    ['IPv6', 'postgres://[::1]:1,[::2]/carnet', ['postgres://[::1]:1/carnet', 'postgres://[::2]/carnet'], 'read-write'],
    [
      'parameters',
      'postgres://one:1,two:2/carnet?sslmode=verify-full&target_session_attrs=primary',
      ['postgres://one:1/carnet?sslmode=verify-full', 'postgres://two:2/carnet?sslmode=verify-full'],
      'primary',
    ],
    ['one host that must accept writes', 'postgres://one/c?target_session_attrs=read-write', ['postgres://one/c'], 'read-write'],
    ['any of two hosts', 'postgres://one,two/c?target_session_attrs=any', ['postgres://one/c', 'postgres://two/c'], 'any'],
  ])('may name %s', (_, url, urls, target) => {
    expect(postgresAddress(url)).toEqual({ urls, target });
    expect(isPostgresUrl(url)).toBe(true);
  });

  test.each([
    'mysql://localhost/carnet',
    'carnet',
    'postgres://one:1,/carnet',
    'postgres://one,,two/carnet',
    'postgres://one:port,two/carnet',
    'postgres://one,two/carnet?host=three',
    'postgres://one,two/carnet?port=1',
    'postgres:///carnet?host=one,two',
    'postgres://one,two/carnet?target_session_attrs=standby',
    'postgres://one,two/carnet?target_session_attrs=read-only',
    'postgres://one/carnet?target_session_attrs=prefer-standby',
    'postgres://one/carnet?target_session_attrs=',
  ])('%s is not valid', (url) => {
    expect(isPostgresUrl(url)).toBe(false);
  });

  test('is shown with all hosts and without the password', () => {
    const databaseUrl = `${USER}@one:1,two/carnet?target_session_attrs=primary`;
    expect(databaseName({ databaseUrl, dataDir: '' })).toBe('PostgreSQL at carnet@one:1,two/carnet');
    expect(databaseName({ databaseUrl: 'postgresql:///carnet?host=/run/postgresql', dataDir: '' })).toBe(
      'PostgreSQL at /run/postgresql/carnet',
    );
  });
});

describe('the limits in the URL for the driver', () => {
  const url = 'postgres://one,two/carnet?statement_timeout=9000&lock_timeout=0';
  const address = postgresAddress(url);

  test('are those of the URL and the defaults, also when they are 0', () => {
    const limits = 'statement_timeout=9000&lock_timeout=0&idle_in_transaction_session_timeout=15000';
    expect(withLimits(address, sessionLimits(postgresLimits(url))).urls).toEqual([
      `postgres://one/carnet?${limits}`,
      `postgres://two/carnet?${limits}`,
    ]);
  });

  test('are missing if none are sent', () => {
    expect(withLimits(address).urls).toEqual(['postgres://one/carnet', 'postgres://two/carnet']);
  });
});
