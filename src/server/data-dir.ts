import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Name of the SQLite database in the data folder; `-wal` and `-shm` lie beside it. */
export const DATABASE_FILE = 'carnet.sqlite';
const OWN_FILE = /^(carnet\.sqlite(-wal|-shm)?|before-restore-.*\.sqlite(\.part)?)$/;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Creates the data folder if it does not exist, and makes Carnet's files in it readable by their owner only, including those of
 * earlier releases. Keeps the mode of an existing folder, which may contain other files. Throws an error that names the setting if
 * the folder cannot be created.
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

/** Returns the path of the database and creates the file first: SQLite would create it with the umask's mode. -wal and -shm get its mode. */
export function databaseFile(dataDir: string): string {
  prepareDataDir(dataDir);
  const file = join(dataDir, DATABASE_FILE);
  closeSync(openSync(file, 'a', FILE_MODE));
  return file;
}

/** Without `recursive`, which never returns for a folder that exists but allows no children (/proc). */
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

/** Best effort: only the owner may change a mode, some file systems have none, and -wal may be gone already. Links are not followed. */
function restrict(path: string, mode: number): void {
  try {
    const found = lstatSync(path);
    if (!found.isSymbolicLink() && (found.mode & 0o077) !== 0) chmodSync(path, mode);
  } catch {
    // Stays as it is.
  }
}
