import { gzipSync } from 'node:zlib';
import type { DraftPart, Drafts, PartName } from './drafts.ts';

const ROWS = 500;
const LEVEL = 1;

/** Collects rows of vehicles and packs them in parts of some hundred. */
export function newBatches() {
  const open = new Map<string, { vehicle: number; name: PartName; rows: unknown[] }>();
  let parts: DraftPart[] = [];

  function pack(batch: { vehicle: number; name: PartName; rows: unknown[] }): void {
    const bytes = new Uint8Array(gzipSync(JSON.stringify(batch.rows), { level: LEVEL }));
    parts.push({ vehicle: batch.vehicle, name: batch.name, rows: batch.rows.length, bytes });
  }

  return {
    add<Name extends PartName>(vehicle: number, name: Name, row: Drafts[Name]): void {
      const key = `${vehicle} ${name}`;
      const batch = open.get(key) ?? { vehicle, name, rows: [] };
      batch.rows.push(row);
      open.set(key, batch);
      if (batch.rows.length < ROWS) return;
      open.delete(key);
      pack(batch);
    },
    addPhoto(vehicle: number, bytes: Uint8Array): void {
      parts.push({ vehicle, name: 'photo', rows: 1, bytes: new Uint8Array(bytes) });
    },
    /** A piece of the file itself. */
    addFile(bytes: Uint8Array): void {
      parts.push({ vehicle: 0, name: 'file', rows: 0, bytes: new Uint8Array(gzipSync(bytes, { level: LEVEL })) });
    },
    /** The packed parts since the last call. */
    take(): DraftPart[] {
      const taken = parts;
      parts = [];
      return taken;
    },
    /** Packs what is left. */
    end(): void {
      for (const batch of open.values()) pack(batch);
      open.clear();
    },
  };
}

export type Batches = ReturnType<typeof newBatches>;
