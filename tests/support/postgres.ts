import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server of this run, as its superuser. */
    postgresUrl: string;
    /** Folder with a migrated SQLite database. */
    sqliteTemplate: string;
  }
}

export interface TestDatabase {
  url: string;
  /** Drops the database, even with open connections. */
  drop(): Promise<void>;
}

/** Parameters of the URL of a database that waits without time limits, however busy the machine is. */
export const WITHOUT_LIMITS = '?statement_timeout=0&lock_timeout=0&connect_timeout=0';

/** The migrated database of this run that others are copied from; nothing connects to it. */
export const MIGRATED = 'carnet_migrated';

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement as the superuser of that PostgreSQL server. */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A new database on the PostgreSQL of this run, with the newest schema or empty. */
export async function createDatabase(template: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `carnet_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${template === 'migrated' ? MIGRATED : 'template0'}`);
  return { url: databaseUrl(server, name), drop: () => administer(server, `drop database if exists ${name} with (force)`) };
}
