/** Baseline for PostgreSQL: node:http and named prepared statements on the database of DATABASE_URL. */
import pg from 'pg';
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

const INT8 = 20;
pg.types.setTypeParser(INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 10 });

async function query<T>(name: keyof typeof SQL, values: unknown[]): Promise<T[]> {
  let position = 0;
  const text = SQL[name].replace(/\?/g, () => `$${++position}`);
  const { rows } = await pool.query({ name, text, values });
  return rows as T[];
}

async function isAllowed(token: string, vehicleId: number, now: number): Promise<boolean> {
  const [session] = await query<SessionFacts>('session', [hashOf(token)]);
  const limit = session && limitOf(session, now);
  if (!session || limit === undefined) return false;
  const [owned] = await query<VehicleFacts>('vehicle', [vehicleId]);
  return owned !== undefined && owned.user_id === session.user_id && owned.rank < limit;
}

serve({
  async list(token, vehicleId) {
    return (await isAllowed(token, vehicleId, Date.now())) ? listBody(await query<RecordFacts>('records', [vehicleId])) : undefined;
  },
  async create(token, vehicleId, body) {
    const now = Date.now();
    if (!(await isAllowed(token, vehicleId, now))) return undefined;
    const record = newRecord(vehicleId, body, now);
    const [row] = await query<{ id: number }>('insert', record);
    return row && createBody(row.id, record);
  },
});
