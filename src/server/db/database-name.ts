import { join } from 'node:path';
import { DATABASE_FILE } from '../data-dir.ts';
import { hostOf, postgresAddress } from './postgres-address.ts';

/** The database for messages: kind and place, without the password and other parameters of the URL. */
export function databaseName({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string {
  return databaseUrl ? postgresName(databaseUrl) : `SQLite in ${join(dataDir, DATABASE_FILE)}`;
}

/** The servers and the database of a URL, without the password and other parameters. */
export function postgresName(url: string): string {
  const { urls } = postgresAddress(url);
  const { username, pathname } = new URL(urls[0] as string);
  return `PostgreSQL at ${username ? `${username}@` : ''}${urls.map(hostOf).join(',')}${pathname}`;
}
