import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { SessionLimits } from './postgres-limits.ts';

/** A pooler in transaction mode that is not set up for Carnet; logged as the message alone, without a stack. */
export class PoolerError extends Error {
  override name = 'PoolerError';
}

export interface PoolerSettings {
  limits: SessionLimits;
  /** Whether statements are prepared under a name. */
  isPrepared: boolean;
}

/**
 * Throws a PoolerError unless statements get `limits` behind the pooler, and named statements can be used if they are. In transaction
 * mode a client cannot set limits for its session, since each transaction may run on another connection to PostgreSQL.
 */
export async function checkPooler(client: pg.Client, { limits, isPrepared }: PoolerSettings): Promise<void> {
  await checkLimits(client, limits);
  if (isPrepared && !(await separatesStatements(client)))
    throw new PoolerError(
      'The connection pooler does not keep the prepared statements of its clients apart. Set DATABASE_PREPARED=off; or with PgBouncer 1.21 or newer set max_prepared_statements.',
    );
}

async function checkLimits(client: pg.Client, limits: SessionLimits): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string; role: string; database: string }>(
    'select name, setting, current_user as role, current_database() as database from pg_settings where name = any ($1)',
    [Object.keys(limits)],
  );
  const wrong = rows.filter(({ name, setting }) => Number(setting) !== limits[name as keyof SessionLimits]);
  const [first] = wrong;
  if (!first) return;
  const found = wrong.map(({ name, setting }) => `${name} is ${setting}`).join(', ');
  const role = `alter role ${pg.escapeIdentifier(first.role)} in database ${pg.escapeIdentifier(first.database)}`;
  const remedies = wrong.map(({ name }) => `${role} set ${name} = ${limits[name as keyof SessionLimits]};`);
  throw new PoolerError(
    `The time limits do not reach PostgreSQL through the connection pooler: ${found}. Run there: ${remedies.join(' ')} Then let the pooler open new connections (RECONNECT in PgBouncer).`,
  );
}

/** A pooler that keeps the statements of its clients apart gives them other names. */
async function separatesStatements(client: pg.Client): Promise<boolean> {
  const name = `carnet_${randomUUID()}`;
  const text = 'select exists (select from pg_prepared_statements where name = $1) as is_unchanged';
  // In a transaction, which runs on one connection to PostgreSQL.
  await client.query('begin');
  const { rows } = await client.query<{ is_unchanged: boolean }>({ name, text, values: [name] });
  const isUnchanged = rows[0]?.is_unchanged ?? true;
  if (isUnchanged) await client.query(`deallocate ${pg.escapeIdentifier(name)}`);
  await client.query('commit');
  return !isUnchanged;
}
