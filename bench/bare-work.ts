/** The list and create of records with minimal overhead: same queries and response bodies as the application, no framework. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SessionFacts {
  user_id: number;
  tariff: string;
  tariff_start_date: string | null;
  tariff_end_date: string | null;
  last_used_at: string;
}

export interface VehicleFacts {
  id: number;
  user_id: number;
  rank: number;
}

export interface RecordFacts {
  id: number;
  operation_name: string;
  part_name: string;
  part_code: string;
  price: number;
  reading: number;
  performed_on: string;
  currency: string;
}

export type NewRecord = [
  vehicle: number,
  operation: string,
  part: string,
  code: string,
  price: number,
  reading: number,
  on: string,
  at: string,
];

export const SQL = {
  session:
    'select u.id as user_id, u.tariff, u.tariff_start_date, u.tariff_end_date, s.last_used_at from sessions s join users u on u.id = s.user_id where s.token_hash = ?',
  vehicle:
    'select id, user_id, (select count(*) from vehicles o where o.user_id = v.user_id and o.archived_at is null and o.id < v.id) as rank from vehicles v where id = ?',
  records:
    "select id, operation_name, part_name, part_code, amount as price, reading, performed_on, currency from entries where vehicle_id = ? and kind = 'work' order by performed_on desc, id desc",
  insert:
    "insert into entries (vehicle_id, operation_name, part_name, part_code, amount, reading, performed_on, created_at, changed_at, kind, source, currency, author_id, uid) values (?, ?, ?, ?, ?, ?, ?, ?, '2026-01-01T00:00:00.000Z', 'work', 'typed', 'UAH', 1, 'a-uid-of-the-bare-server-with-36-chars') returning id",
};

const IDLE = 30 * 86_400_000;
const LIMITS: Record<string, number> = { basic: 1, family: 5, business: Number.POSITIVE_INFINITY };

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Number of vehicles that the current tariff allows; undefined if the session has expired. */
export function limitOf(session: SessionFacts, now: number): number | undefined {
  if (now - Date.parse(session.last_used_at) > IDLE) return undefined;
  const { tariff, tariff_start_date: start, tariff_end_date: end } = session;
  const isInForce = start !== null && end !== null && Date.parse(start) <= now && now < Date.parse(end);
  return LIMITS[isInForce ? tariff : 'basic'];
}

const toRecord = (row: RecordFacts) => ({
  id: row.id,
  operationName: row.operation_name,
  partName: row.part_name,
  partCode: row.part_code,
  price: row.price / 100,
  reading: row.reading / 10,
  performedOn: row.performed_on,
  currency: row.currency,
});

export function listBody(rows: RecordFacts[]): string {
  const cents = rows.reduce((sum, row) => sum + row.price, 0);
  return JSON.stringify({ success: true, data: rows.map(toRecord), totalCost: cents / 100, otherCurrencies: [], nextCursor: null });
}

interface RecordInput {
  operationName: string;
  partName: string;
  partCode: string;
  price: number;
  reading: number;
  performedOn: string;
}

export function newRecord(vehicle: number, text: string, now: number): NewRecord {
  const body = JSON.parse(text) as RecordInput;
  const { operationName, partName, partCode, price, reading, performedOn } = body;
  return [
    vehicle,
    operationName,
    partName,
    partCode,
    Math.round(price * 100),
    Math.round(reading * 10),
    performedOn,
    new Date(now).toISOString(),
  ];
}

export const createBody = (id: number, [, operationName, partName, partCode, price, reading, performedOn]: NewRecord): string =>
  JSON.stringify({
    success: true,
    code: 'recordsApi.create.success',
    message: 'Запис додано',
    data: { id, operationName, partName, partCode, price: price / 100, reading: reading / 10, performedOn, currency: 'UAH' },
  });

export interface Work {
  list(token: string, vehicle: number): Promise<string | undefined> | string | undefined;
  create(token: string, vehicle: number, body: string): Promise<string | undefined> | string | undefined;
}

/** Serves GET and POST /api/vehicles/{id}/records on a free port and prints it. */
export function serve(work: Work): void {
  const answer = (response: ServerResponse, status: number, body: string | undefined): void => {
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }).end(body);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const vehicle = Number(request.url?.split('/')[3]);
    if (request.method === 'GET') {
      const body = work.list(token, vehicle);
      answer(response, 200, body instanceof Promise ? await body : body);
      return;
    }
    let text = '';
    request.setEncoding('utf8');
    for await (const chunk of request) text += chunk;
    answer(response, 201, await work.create(token, vehicle, text));
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}
