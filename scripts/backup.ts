/** `npm run backup -- FILE`: copies the SQLite database into one file; safe while the server runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/db/data-dir.ts';
import { readConfig } from '#server/settings/config.ts';
import { copyToFile, openBackup } from './copy-database.ts';
import { usage } from './usage.ts';

const [file] = process.argv.slice(2);
const { databaseUrl, dataDir } = readConfig(process.env);
const source = join(dataDir, DATABASE_FILE);

function rejection(): string | undefined {
  if (!file) return `Name the file to write: ${usage('backup')} carnet.backup`;
  if (databaseUrl) return 'DATABASE_URL points to PostgreSQL: back it up with pg_dump (docs/operations.md).';
  if (!existsSync(source)) return `There is no database in ${dataDir}: name its folder with DATA_DIR.`;
  return existsSync(file) ? `${file} already exists: choose another name, a backup never overwrites a file.` : undefined;
}

/** Photos of a backup whose bytes are in an object store. */
function storedPhotos(path: string): number {
  const database = openBackup(path);
  const hasColumn = database.prepare("SELECT 1 FROM pragma_table_info('images') WHERE name = 'object_key'").get();
  const row = hasColumn && database.prepare('SELECT count(*) AS count FROM images WHERE object_key IS NOT NULL').get();
  database.close();
  return Number(row?.count ?? 0);
}

const reason = rejection();
if (reason || !file) {
  console.error(reason);
  process.exit(1);
}
process.umask(0o077);
try {
  await copyToFile(source, file);
  console.log(`backed up to ${file}`);
  const stored = storedPhotos(file);
  if (stored > 0)
    console.log(`${stored} photos are in the object store and not part of this backup: back up its bucket as well (docs/operations.md).`);
} catch (error) {
  console.error(`No backup was written: ${(error as Error).message}`);
  process.exitCode = 1;
}
