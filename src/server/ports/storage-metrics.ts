import { statfsSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';
import { lastBackup } from '../db/last-backup.ts';

/** Adds gauges about the data folder, read at each scrape. A value that cannot be read is missing. */
export function addStorageMetrics(registry: Registry, dataDir: string): void {
  const gauge = (name: string, help: string, read: () => number | undefined): void => {
    new Gauge({
      ...{ name: `carnet_${name}`, help, registers: [registry] },
      collect() {
        const value = orNothing(read);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  };
  gauge('disk_free_bytes', 'Free space for DATA_DIR.', () => {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize;
  });
  gauge('last_backup_timestamp_seconds', 'When `carnet backup` last completed with this DATA_DIR.', () => {
    const time = lastBackup(dataDir);
    return time === undefined ? undefined : time / 1_000;
  });
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
