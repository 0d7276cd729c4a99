/** `npm run restore -- FILE [--replace]`: puts a backup in place, also while the server runs. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { readConfig } from '#server/config.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { openStore } from '#server/db/store.ts';

const { databaseUrl, dataDir } = readConfig(process.env);
const target = join(dataDir, 'carnet.sqlite');
const [file] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const mayReplace = process.argv.includes('--replace');

function refusal(): string | undefined {
  if (!file || !existsSync(file)) return 'Name the backup to restore: npm run restore -- carnet.backup';
  if (databaseUrl) return 'DATABASE_URL names a PostgreSQL: restore it with pg_restore (docs/operations.md).';
  if (!isWhole(file)) return `${file} is no backup of Carnet, or it is damaged.`;
  if (existsSync(target) && !mayReplace)
    return `${dataDir} holds a database: add --replace to put the backup in its place; it is kept beside it.`;
  return undefined;
}

function isWhole(path: string): boolean {
  try {
    const database = new DatabaseSync(path);
    const result = database.prepare('PRAGMA integrity_check').get();
    const tables = database.prepare("SELECT count(*) AS count FROM sqlite_master WHERE name IN ('users', 'kysely_migration')").get();
    database.close();
    return result?.integrity_check === 'ok' && tables?.count === 2;
  } catch {
    return false;
  }
}

async function copy(from: string, to: string): Promise<void> {
  const source = openSqlite(from);
  await backup(source, to);
  source.close();
}

const reason = refusal();
if (reason || !file) {
  console.error(reason);
  process.exit(1);
}
mkdirSync(dataDir, { recursive: true });
// An older backup is brought to this release's schema before it takes its place; a newer one is refused here.
const ready = mkdtempSync(join(dataDir, 'restore-'));
await copy(file, join(ready, 'carnet.sqlite'));
try {
  await (await openStore({ dataDir: ready, databaseUrl: undefined, onError: () => undefined })).close();
} catch (error) {
  rmSync(ready, { recursive: true });
  console.error((error as Error).message);
  process.exit(1);
}
if (existsSync(target)) {
  const kept = join(dataDir, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`);
  await copy(target, kept);
  console.log(`the old database is kept as ${kept}`);
}
await copy(join(ready, 'carnet.sqlite'), target);
rmSync(ready, { recursive: true });
console.log(`restored ${file} to ${dataDir}`);
