/**
 * `npm run backup -- FILE`: copies the database into one file; safe while the server runs. `-- --keep NUMBER FOLDER` writes a file with the
 * time in its name into the folder, and deletes the oldest ones of the folder.
 */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DATABASE_FILE, prepareDataDir } from '#server/db/data-dir.ts';
import { noteBackup } from '#server/db/last-backup.ts';
import { readConfig } from '#server/settings/config.ts';
import { backupName, deleteOldBackups } from './backup-folder.ts';
import { copyToFile, openBackup } from './copy-database.ts';
import { dumpPostgres } from './postgres-dump.ts';
import { usage } from './usage.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, strict: false, options: { keep: { type: 'string' } } });
const { keep, ...others } = values;
const [path] = positionals;
const { databaseUrl, dataDir, files } = readConfig(process.env);
const source = join(dataDir, DATABASE_FILE);
const extension = databaseUrl ? 'dump' : 'sqlite';

const file = keep === undefined ? (path ?? '') : join(path ?? '', backupName(new Date(), extension));
const isFolder = (): boolean => statSync(path ?? '', { throwIfNoEntry: false })?.isDirectory() === true;

function rejection(): string | undefined {
  if (!path || positionals.length > 1 || Object.keys(others).length > 0 || (keep !== undefined && !/^[1-9]\d{0,3}$/.test(String(keep))))
    return `Name the file to write, or a folder: ${usage('backup')} carnet.${extension}, ${usage('backup')} --keep 14 FOLDER`;
  if (keep !== undefined && !isFolder()) return `${path} is not a folder: create it, or name another.`;
  if (!databaseUrl && !existsSync(source)) return `There is no database in ${dataDir}: name its folder with DATA_DIR.`;
  return existsSync(file) ? `${file} already exists: choose another name, a backup never overwrites a file.` : undefined;
}

/** Number of photos of a backup whose bytes are in an object store; undefined for none. */
function storedPhotos(copy: string): string | undefined {
  const database = openBackup(copy);
  const hasColumn = database.prepare("SELECT 1 FROM pragma_table_info('images') WHERE name = 'object_key'").get();
  const row = hasColumn && database.prepare('SELECT count(*) AS count FROM images WHERE object_key IS NOT NULL').get();
  database.close();
  return row?.count ? `${row.count} photos` : undefined;
}

const reason = rejection();
if (reason || !path) {
  console.error(reason);
  process.exit(1);
}
process.umask(0o077);
try {
  if (databaseUrl) dumpPostgres(databaseUrl, file);
  else await copyToFile(source, file);
} catch (error) {
  console.error(`No backup was written: ${(error as Error).message}`);
  process.exit(1);
}
console.log(`backed up to ${file}`);
try {
  prepareDataDir(dataDir);
  noteBackup(dataDir, resolve(file));
  const stored = databaseUrl ? files && 'Photos' : storedPhotos(file);
  if (stored)
    console.log(`${stored} are in the object store and not part of this backup: back up its bucket as well (docs/operations.md).`);
  if (keep !== undefined) for (const name of deleteOldBackups(path, Number(keep))) console.log(`deleted ${name}`);
} catch (error) {
  console.error(`The backup is complete, but not what follows it: ${(error as Error).message}`);
  process.exitCode = 1;
}
