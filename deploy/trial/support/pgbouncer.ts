/** PgBouncer in transaction mode in front of a PostgreSQL server. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../tests/support/postgres-server.ts';
import { newFolder, startProgram } from './program.ts';
import { onPath, type Run } from './trial.ts';

export interface PgBouncer {
  /** URL of the database through it. */
  url: string;
  /** Version, such as 1.18.0. */
  version: string;
  /** Runs a command of its administration. */
  administer<T extends pg.QueryResultRow>(command: string): Promise<T[]>;
}

/** `CARNET_PGBOUNCER` names another program than the installed one. All settings but the size of the pool are its defaults. */
export async function startPgBouncer(run: Run, databaseUrl: string, pool: number): Promise<PgBouncer> {
  const program = process.env.CARNET_PGBOUNCER ?? onPath('pgbouncer') ?? 'pgbouncer';
  const folder = newFolder(run, 'pgbouncer');
  const target = new URL(databaseUrl);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${target.username}" ""\n`, { mode: 0o644 });
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${target.hostname} port=${target.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    `admin_users = ${target.username}`,
    'pool_mode = transaction',
    `default_pool_size = ${pool}`,
    'max_client_conn = 500',
  ];
  const [, version = ''] = /PgBouncer ([\d.]+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  // Since 1.21 it keeps the prepared statements of its clients apart; since 1.24 by default.
  if (hasStatements(version)) settings.push('max_prepared_statements = 200');
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o644 });
  await startProgram(run, { name: program, args: [file], folder, isReady: (output) => output.includes('process up') });
  const url = new URL(databaseUrl);
  url.port = String(port);
  const console = new URL(url);
  console.pathname = '/pgbouncer';
  return {
    url: url.href,
    version,
    async administer(command) {
      const client = new pg.Client({ connectionString: console.href });
      await client.connect();
      try {
        return (await client.query(command)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

/** Whether that version keeps the prepared statements of its clients apart. */
export function hasStatements(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || (major === 1 && minor >= 21);
}
