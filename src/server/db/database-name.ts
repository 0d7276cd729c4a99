import { join } from 'node:path';
import { DATABASE_FILE } from './data-dir.ts';
import { postgresName } from './postgres-address.ts';

/** The database for messages: kind and place, without the password and other parameters of the URL. */
export function databaseName({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string {
  return databaseUrl ? postgresName(databaseUrl) : `SQLite in ${join(dataDir, DATABASE_FILE)}`;
}
