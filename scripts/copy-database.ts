import { existsSync, renameSync, rmSync } from 'node:fs';
import { type BackupOptions, backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/**
 * More pages than any database has, so that the copy is a single step. Between two steps, SQLite would start over after a write by another
 * process.
 */
const ALL_PAGES = 2_000_000_000;
/** Pages that a restore copies at once. */
const PART = 1_000;
/** Milliseconds. */
const BUSY_TIMEOUT = 5_000;
const RETRY_EVERY = 10;
const RETRY_FOR = 60_000;

/** Node reports a destination that another process is writing with the code of SQLite for "not an error". */
const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === 0;

const unfinished = new Set<string>();

/** Registers a file or folder that is removed when the process is interrupted. */
export const removeOnAbort = (path: string): void => void unfinished.add(path);

export function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { recursive: true, force: true });
  unfinished.clear();
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => {
    removeUnfinished();
    process.exit(code);
  });

/**
 * Opens a backup, which no process is writing, even in a read-only folder, and leaves no file next to it. A file with a write-ahead log
 * next to it is a live database or a copy of one, and is opened as such.
 */
export function openBackup(path: string): DatabaseSync {
  if (existsSync(`${path}-wal`)) return new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

/** Replaces the content of `to` with a snapshot of `source`; readers of `to` keep their snapshot. Closes `source`. */
async function copyOver(source: DatabaseSync, to: string, options: BackupOptions = { rate: ALL_PAGES }): Promise<void> {
  const deadline = Date.now() + RETRY_FOR;
  try {
    // The connection to the destination, which Node opens, does not wait for other writers.
    while (!(await isCopied(source, to, options))) {
      if (Date.now() > deadline) throw new Error(`Another process has been writing to ${to} for a minute.`);
      await pause(RETRY_EVERY);
    }
  } finally {
    source.close();
  }
}

/** False if another process is writing to the destination. */
async function isCopied(source: DatabaseSync, to: string, options: BackupOptions): Promise<boolean> {
  try {
    await backup(source, to, options);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Copies a snapshot of a database, which other processes may be writing, to a new file, which gets its final name only when it is complete. */
export async function copyToFile(from: string, to: string): Promise<void> {
  await copyFrom(new DatabaseSync(from, { timeout: BUSY_TIMEOUT }), to);
}

/** The same for a backup. */
export async function copyBackup(from: string, to: string): Promise<void> {
  await copyFrom(openBackup(from), to);
}

async function copyFrom(source: DatabaseSync, to: string): Promise<void> {
  const part = `${to}.part`;
  rmSync(part, { force: true });
  removeOnAbort(part);
  try {
    await copyOver(source, part);
    renameSync(part, to);
  } finally {
    removeUnfinishedFile(part);
  }
}

function removeUnfinishedFile(part: string): void {
  unfinished.delete(part);
  for (const path of [part, `${part}-journal`]) rmSync(path, { force: true });
}

/**
 * Replaces the live database `to` with the backup `from`, and keeps its old content in the new file `kept`. The content is written to the
 * log of `to` in one transaction and checkpointed here: otherwise the server's next write would do the checkpoint and block its event loop.
 */
export async function replaceDatabase(from: string, to: string, kept: string): Promise<void> {
  const target = new DatabaseSync(to, { timeout: BUSY_TIMEOUT });
  try {
    // A new file is not in WAL mode yet and has no readers.
    const isNew = target.prepare('SELECT count(*) AS count FROM sqlite_master').get()?.count === 0;
    if (isNew) return await copyOver(openBackup(from), to);
    // While this read transaction is open, no checkpoint of the server can process later writes.
    target.exec('BEGIN');
    target.prepare('SELECT count(*) FROM sqlite_master').get();
    await copyKeeping(openBackup(from), to, kept);
    target.exec('COMMIT');
    target.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } finally {
    target.close();
  }
}

/**
 * From its first part on, the copy holds the write lock of `to`, and others still see the old content. It is kept then, so that it
 * contains every write that was acknowledged before the replacement. Those of the server wait.
 */
async function copyKeeping(source: DatabaseSync, to: string, kept: string): Promise<void> {
  source.exec('BEGIN');
  const pages = Number(source.prepare('PRAGMA page_count').get()?.page_count);
  const part = `${kept}.part`;
  let isKept = false;
  const progress = (): void => {
    if (isKept) return;
    isKept = true;
    rmSync(part, { force: true });
    removeOnAbort(part);
    const old = new DatabaseSync(to, { timeout: BUSY_TIMEOUT });
    try {
      old.prepare('VACUUM INTO ?').run(part);
    } finally {
      old.close();
    }
    renameSync(part, kept);
    unfinished.delete(part);
  };
  // At least two parts: there is no progress after the last one.
  await copyOver(source, to, { rate: Math.min(PART, Math.ceil(pages / 2)), progress });
}
