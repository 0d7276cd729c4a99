/** `npm run backup -- FILE`: copies the SQLite database into one file; safe while the server runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { DATABASE_FILE } from '#server/data-dir.ts';
import { copyToFile } from './copy-database.ts';
import { usage } from './usage.ts';

const [file] = process.argv.slice(2);
const { databaseUrl, dataDir } = readConfig(process.env);
const source = join(dataDir, DATABASE_FILE);

function refusal(): string | undefined {
  if (!file) return `Name the file to write: ${usage('backup')} carnet.backup`;
  if (databaseUrl) return 'DATABASE_URL points to PostgreSQL: back it up with pg_dump (docs/operations.md).';
  if (!existsSync(source)) return `There is no database in ${dataDir}: name its folder with DATA_DIR.`;
  return existsSync(file) ? `${file} already exists: choose another name, a backup never overwrites a file.` : undefined;
}

const reason = refusal();
if (reason || !file) {
  console.error(reason);
  process.exit(1);
}
process.umask(0o077);
try {
  await copyToFile(source, file);
  console.log(`backed up to ${file}`);
} catch (error) {
  console.error(`No backup was written: ${(error as Error).message}`);
  process.exitCode = 1;
}
