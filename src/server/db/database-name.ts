import { join } from 'node:path';
import { DATABASE_FILE } from '../data-dir.ts';

/** The database for messages: kind and place, without the password and other parameters of the URL. */
export function databaseName({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string {
  return databaseUrl ? postgresName(databaseUrl) : `SQLite in ${join(dataDir, DATABASE_FILE)}`;
}

/** The server and database of a URL, without the password and other parameters. */
export function postgresName(url: string): string {
  const { username, host, pathname, searchParams } = new URL(url);
  const server = host || searchParams.get('host') || 'localhost';
  return `PostgreSQL at ${username ? `${username}@` : ''}${server}${pathname}`;
}
