/** A PostgreSQL server that the trial reaches by its host and port. */
import pg from 'pg';

export const urlOf = (host: string): string => `postgres://carnet@${host}/postgres`;

/** Runs a statement in the database of a host. */
export async function query<T extends pg.QueryResultRow>(host: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: urlOf(host) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves when commits of that primary wait for its standby. */
export async function untilSynchronous(host: string): Promise<void> {
  while ((await query(host, "select from pg_stat_replication where sync_state = 'sync'")).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
}
