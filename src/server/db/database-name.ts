import { join } from 'node:path';
import { DATABASE_FILE } from './data-dir.ts';
import { postgresName } from './postgres-address.ts';

/** Describes the database in messages: its kind and location, without the password and other URL parameters. */
export function databaseName({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string {
  return databaseUrl ? postgresName(databaseUrl) : `SQLite in ${join(dataDir, DATABASE_FILE)}`;
}
