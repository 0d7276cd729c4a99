import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the data folder: the time of the file is that of the last backup, its content the path. */
const FILE = 'last-backup';

export const noteBackup = (dataDir: string, path: string): void => writeFileSync(join(dataDir, FILE), `${path}\n`);

/** Milliseconds since 1970; undefined if `carnet backup` has never run with this data folder. */
export const lastBackup = (dataDir: string): number | undefined => statSync(join(dataDir, FILE), { throwIfNoEntry: false })?.mtimeMs;
