import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Name of the SQLite database in the data folder, next to its `-wal` and `-shm` files. */
export const DATABASE_FILE = 'carnet.sqlite';
const OWN_FILE = /^(carnet\.sqlite(-wal|-shm)?|before-restore-.*\.sqlite(\.part)?)$/;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Creates the data folder if it does not exist, and makes Carnet's files in it readable by their owner only, including those of
 * earlier releases. Does not change the mode of an existing folder, which may contain other files. Throws an error that names the
 * setting if the folder cannot be created.
 */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (cause) {
    throw new Error(`The folder DATA_DIR names cannot be created: ${(cause as Error).message}`, { cause });
  }
  for (const name of readdirSync(dataDir)) if (OWN_FILE.test(name)) restrict(join(dataDir, name), FILE_MODE);
  const outbox = join(dataDir, 'outbox');
  if (!existsSync(outbox)) return;
  restrict(outbox, FOLDER_MODE);
  for (const name of readdirSync(outbox)) restrict(join(outbox, name), FILE_MODE);
}

/** Returns the path of the database. Creates the file, because SQLite would apply the umask; -wal and -shm get the mode of the file. */
export function databaseFile(dataDir: string): string {
  prepareDataDir(dataDir);
  const file = join(dataDir, DATABASE_FILE);
  closeSync(openSync(file, 'a', FILE_MODE));
  return file;
}

/** Creates missing parent folders too. Does not use `recursive`, which never returns for a parent that allows no children (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Best effort: only the owner may change a mode, some file systems have no modes, and -wal may not exist any more. Skips links. */
function restrict(path: string, mode: number): void {
  try {
    const stats = lstatSync(path);
    if (!stats.isSymbolicLink() && (stats.mode & 0o077) !== 0) chmodSync(path, mode);
  } catch {
    // The mode stays unchanged.
  }
}
