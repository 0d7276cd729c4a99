import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DAY, HOUR } from '#contract/time.ts';
import { DATABASE_FILE } from '#server/db/data-dir.ts';
import { lastBackup } from '#server/db/last-backup.ts';
import { error, type Finding, ok, reasonOf, warning } from './finding.ts';

const MEGABYTE = 1_000_000;
/** Bytes. */
const NEEDED = 100 * MEGABYTE;
const COMFORTABLE = 1_000 * MEGABYTE;
/** Milliseconds: a nightly backup is older only if it failed. */
const MAX_BACKUP_AGE = 2 * DAY;
const OTHERS = 0o077;

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const octal = (mode: number): string => mode.toString(8).padStart(3, '0');

/** The folder, or its first parent that exists. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

/** Whether the data folder can be written, has room, and is private. */
export function checkDisk(dataDir: string): Finding[] {
  const folder = existing(dataDir);
  try {
    if (!statSync(folder).isDirectory()) return [error(`DATA_DIR: ${folder} is not a folder. Name another with DATA_DIR.`)];
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (failure) {
    return [error(`DATA_DIR: ${folder} cannot be written (${reasonOf(failure)}). Run Carnet as its owner, or change the owner.`)];
  }
  return [...checkModes(dataDir), checkSpace(dataDir, folder)];
}

/** When `carnet backup` last ran with this data folder. */
export function checkBackup(dataDir: string): Finding {
  const time = existsSync(dataDir) ? lastBackup(dataDir) : undefined;
  if (time === undefined)
    return warning(
      'Backup: none was made by "carnet backup" yet. Set up nightly ones (docs/operations.md), unless another program makes them.',
    );
  const text = `Backup: the last one is ${Math.floor((Date.now() - time) / HOUR)} hours old`;
  return Date.now() - time < MAX_BACKUP_AGE ? ok(text) : warning(`${text}. Look into the log of carnet-backup.service.`);
}

function checkModes(dataDir: string): Finding[] {
  if (!existsSync(dataDir)) return [ok(`DATA_DIR: ${dataDir} will be created on the first start`)];
  const file = join(dataDir, DATABASE_FILE);
  const open = [dataDir, file].filter((path) => existsSync(path) && (modeOf(path) & OTHERS) !== 0);
  if (open.length === 0) return [ok(`DATA_DIR: ${dataDir} can be written, and is readable by its owner only`)];
  return open.map((path) => warning(`DATA_DIR: others may open ${path} (mode ${octal(modeOf(path))}). Run: chmod go= ${path}`));
}

function checkSpace(dataDir: string, folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const text = `Disk: ${Math.round(free / MEGABYTE)} MB free`;
  if (free < NEEDED) return error(`${text} for ${dataDir}. Delete files or enlarge the disk: without space, all writes fail.`);
  const file = join(dataDir, DATABASE_FILE);
  const used = existsSync(file) ? statSync(file).size : 0;
  // A restore needs space for two copies of the database.
  if (free < Math.max(COMFORTABLE, 2 * used)) return warning(`${text} for ${dataDir}. Plan more: a restore needs twice the database.`);
  return ok(text);
}
