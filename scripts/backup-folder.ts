import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^carnet-\d{4}-\d\d-\d\dT\d{6}Z\.(?:sqlite|dump)$/;

/** A name that sorts by time, in UTC: carnet-2026-11-28T031500Z.sqlite. */
export const backupName = (at: Date, extension: 'sqlite' | 'dump'): string =>
  `carnet-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.${extension}`;

/** Deletes all but the `keep` newest files that were named by `backupName`. Returns the deleted names. */
export function deleteOldBackups(folder: string, keep: number): string[] {
  const old = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of old) rmSync(join(folder, name), { force: true });
  return old;
}
