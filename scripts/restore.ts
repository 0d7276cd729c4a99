/**
 * `npm run restore -- FILE [--replace]`: restores a backup; safe while the server runs. With DATABASE_URL, it moves the data to a new
 * PostgreSQL database. `-- --try FILE` restores it into a temporary folder only, to find out whether it can be restored.
 */
import { existsSync, mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, prepareDataDir } from '#server/db/data-dir.ts';
import { databaseName } from '#server/db/database-name.ts';
import { STEPS } from '#server/db/migrate.ts';
import { openStore } from '#server/db/store.ts';
import { readConfig } from '#server/settings/config.ts';
import { copyBackup, openBackup, removeOnAbort, removeUnfinished, replaceDatabase } from './copy-database.ts';
import { checkDump, isDump } from './postgres-dump.ts';
import { usage } from './usage.ts';

const { databaseUrl, dataDir } = readConfig(process.env);
const target = join(dataDir, DATABASE_FILE);
const [file] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const mayReplace = process.argv.includes('--replace');
const isTry = process.argv.includes('--try');

function rejection(): string | undefined {
  if (!file) return `Name the backup to restore: ${usage('restore')} carnet.sqlite`;
  if (!existsSync(file)) return `There is no file ${file}.`;
  if (statSync(file).isFile() && isDump(file))
    return isTry ? undefined : `${file} is a backup of PostgreSQL: restore it with pg_restore (docs/operations.md).`;
  const problem = problemOf(file);
  if (problem || isTry) return problem;
  if (databaseUrl && mayReplace) return 'A PostgreSQL database is never replaced: name a new one with DATABASE_URL.';
  if (!databaseUrl && existsSync(target) && !mayReplace)
    return `${dataDir} already contains a database: add --replace to put the backup in its place; the old one is kept next to it.`;
  return undefined;
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Why the file cannot be restored. */
function problemOf(path: string): string | undefined {
  const damaged = `${path} is not a Carnet backup, or it is damaged.`;
  try {
    const database = openBackup(path);
    const result = database.prepare('PRAGMA integrity_check').get();
    const tables = database.prepare("SELECT count(*) AS count FROM sqlite_master WHERE name IN ('users', 'kysely_migration')").get();
    database.close();
    return result?.integrity_check === 'ok' && tables?.count === 2 ? undefined : damaged;
  } catch (error) {
    const { errcode = 0, message } = error as Error & { errcode?: number };
    // The higher bits of an extended code are details.
    if ([SQLITE_CORRUPT, SQLITE_NOTADB].includes(errcode & 0xff)) return damaged;
    return `${path} cannot be read: ${message}. Check the disk, the permissions of the file and, with a -wal file next to it, those of its folder.`;
  }
}

const reason = rejection();
if (reason || !file) {
  console.error(reason);
  process.exit(1);
}
process.umask(0o077);
prepareDataDir(dataDir);
try {
  await (isTry ? tryRestore(file) : restore(file));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  removeUnfinished();
}

/** What a restore does, without its last step. Prints what the backup contains. */
async function tryRestore(backup: string): Promise<void> {
  if (isDump(backup)) {
    checkDump(backup);
    return console.log(`${backup} is complete: pg_restore reads all of it`);
  }
  const database = openBackup(await migrated(backup));
  const counts = ['users', 'vehicles', 'entries', 'orders'].map(
    (table) => `${database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count} ${table}`,
  );
  database.close();
  console.log(`${backup} can be restored: ${counts.join(', ')}`);
}

async function restore(backup: string): Promise<void> {
  const ready = hasCurrentSchema(backup) ? backup : await migrated(backup);
  if (databaseUrl) {
    const { loadIntoPostgres } = await import('./load-postgres.ts');
    const rows = await loadIntoPostgres(ready, databaseUrl);
    console.log(`restored ${backup} to ${databaseName({ databaseUrl, dataDir })}: ${rows} rows`);
    return;
  }
  if (existsSync(target)) {
    const previous = join(dataDir, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`);
    await replaceDatabase(ready, target, previous);
    if (existsSync(previous)) console.log(`the old database is kept as ${previous}`);
  } else await copyBackup(ready, target);
  console.log(`restored ${backup} to ${dataDir}`);
}

/** True if the backup has the current schema and needs no migration, which saves a copy of the whole database. */
function hasCurrentSchema(path: string): boolean {
  const database = openBackup(path);
  const steps = database.prepare('SELECT name FROM kysely_migration ORDER BY name').all();
  database.close();
  return steps.map(({ name }) => name).join() === Object.keys(STEPS).sort().join();
}

/** Migrates a copy of an older backup to the current schema and returns its path. Throws for a newer backup. */
async function migrated(backup: string): Promise<string> {
  const folder = mkdtempSync(join(dataDir, 'restore-part-'));
  removeOnAbort(folder);
  const copy = join(folder, DATABASE_FILE);
  await copyBackup(backup, copy);
  await (await openStore({ dataDir: folder, databaseUrl: undefined, onError: () => undefined })).close();
  return copy;
}
