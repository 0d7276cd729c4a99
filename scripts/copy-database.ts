import { renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

/** More than any database has: one step reads one snapshot. Between two steps SQLite starts over when another process has written. */
const ALL_PAGES = 2_000_000_000;
/** Milliseconds. */
const BUSY_TIMEOUT = 5_000;

const unfinished = new Set<string>();

/** Files and folders that go when the process is interrupted. */
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

/** Copies one snapshot of a database, which others may be writing, over what `to` holds; readers of `to` keep their snapshot. */
export async function copyOver(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { timeout: BUSY_TIMEOUT });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

/** The same into a new file, which gets its name only when it is complete. */
export async function copyToFile(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  rmSync(part, { force: true });
  removeOnAbort(part);
  try {
    await copyOver(from, part);
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
 * Puts `from` in the place of the live database `to`. All of it is written to the log of `to` at once, and moved into the file here:
 * without that the server's next write would do it, and keep the server's event loop busy for as long.
 */
export async function replaceDatabase(from: string, to: string): Promise<void> {
  const target = new DatabaseSync(to, { timeout: BUSY_TIMEOUT });
  try {
    // A new file is no WAL database yet, and has no readers to think of.
    const isNew = target.prepare('SELECT count(*) AS count FROM sqlite_master').get()?.count === 0;
    if (isNew) return await copyOver(from, to);
    // While this snapshot is held no checkpoint of the server can reach what is written after it.
    target.exec('BEGIN');
    target.prepare('SELECT count(*) FROM sqlite_master').get();
    await copyOver(from, to);
    target.exec('COMMIT');
    target.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } finally {
    target.close();
  }
}
