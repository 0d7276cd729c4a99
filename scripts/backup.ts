/** `npm run backup -- FILE`: the whole product in one file, also while the server runs. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup } from 'node:sqlite';
import { readConfig } from '#server/config.ts';
import { openSqlite } from '#server/db/sqlite.ts';

const [file] = process.argv.slice(2);
const { databaseUrl, dataDir } = readConfig(process.env);
const source = join(dataDir, 'carnet.sqlite');

function refusal(): string | undefined {
  if (!file) return 'Name the file to write: npm run backup -- carnet.backup';
  if (databaseUrl) return 'DATABASE_URL names a PostgreSQL: back it up with pg_dump (docs/operations.md).';
  if (!existsSync(source)) return `There is no database in ${dataDir}: name its folder with DATA_DIR.`;
  return existsSync(file) ? `${file} exists already: a backup never writes over another.` : undefined;
}

const reason = refusal();
if (reason || !file) {
  console.error(reason);
  process.exit(1);
}
const part = `${file}.part`;
rmSync(part, { force: true });
const database = openSqlite(source);
await backup(database, part);
database.close();
renameSync(part, file);
console.log(`backed up to ${file}`);
