import { join } from 'node:path';
import { DATABASE_FILE } from '../data-dir.ts';
import { hostOf, postgresAddress } from './postgres-address.ts';

/** The database for messages: kind and place, without the password and other parameters of the URL. */
export function databaseName({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string {
  if (!databaseUrl) return `SQLite in ${join(dataDir, DATABASE_FILE)}`;
  const { urls } = postgresAddress(databaseUrl);
  const { username, pathname } = new URL(urls[0] as string);
  return `PostgreSQL at ${username ? `${username}@` : ''}${urls.map(hostOf).join(',')}${pathname}`;
}
