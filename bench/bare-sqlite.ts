/** Baseline for SQLite: node:http and prepared statements on the database in DATA_DIR. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createBody,
  hashOf,
  limitOf,
  listBody,
  newRecord,
  type RecordFacts,
  type SessionFacts,
  SQL,
  serve,
  type VehicleFacts,
} from './bare-work.ts';

// The background jobs of the application may write at the same time.
const database = new DatabaseSync(join(process.env.DATA_DIR ?? '', 'carnet.sqlite'), { timeout: 5000 });
// The same pragmas as the application.
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000',
);
const session = database.prepare(SQL.session);
const vehicle = database.prepare(SQL.vehicle);
const records = database.prepare(SQL.records);
const insert = database.prepare(SQL.insert);

function isAllowed(token: string, vehicleId: number, now: number): boolean {
  const row = session.get(hashOf(token)) as SessionFacts | undefined;
  const limit = row && limitOf(row, now);
  if (!row || limit === undefined) return false;
  const owned = vehicle.get(vehicleId) as VehicleFacts | undefined;
  return owned !== undefined && owned.user_id === row.user_id && owned.rank < limit;
}

serve({
  list(token, vehicleId) {
    return isAllowed(token, vehicleId, Date.now()) ? listBody(records.all(vehicleId) as unknown as RecordFacts[]) : undefined;
  },
  create(token, vehicleId, body) {
    const now = Date.now();
    if (!isAllowed(token, vehicleId, now)) return undefined;
    const record = newRecord(vehicleId, body, now);
    const { id } = insert.get(...record) as { id: number };
    return createBody(id, record);
  },
});
