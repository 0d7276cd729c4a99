/** Users who write without pause until the server stops, and record what it acknowledged. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import type { Answer } from './app.ts';
import { aPicture, recordBody, type TestUser, vehicleFields, vehicleForm } from './builders.ts';
import { request } from './processes.ts';

type Server = { url: string };

/** A create without a response: repeated with its key, it must create one item in all. */
interface Unanswered {
  key: string;
  partName: string;
}

/** The acknowledged writes of a user. */
export interface Book {
  user: TestUser;
  /** The vehicle that records and notes are written to. */
  path: string;
  vehicles: Set<number>;
  /** Part names are never used twice. */
  records: Map<number, string>;
  unanswered: Unanswered[];
  /** Notes that may be stored: the last acknowledged one, and a pending one. */
  notes: (string | undefined)[];
  acknowledged: number;
}

/** Creates the first vehicle of a user through the API. */
export async function aBook(server: Server, user: TestUser): Promise<Book> {
  const form = await vehicleForm();
  const { status, body } = await request(server, 'POST', '/api/vehicles', { token: user.token, form });
  expect(status).toBe(201);
  const { id } = body.data as Vehicle;
  return {
    user,
    path: `/api/vehicles/${id}`,
    vehicles: new Set([id]),
    records: new Map(),
    unanswered: [],
    notes: [undefined],
    acknowledged: 1,
  };
}

const fail = (status: number): never => {
  throw new Error(`rejected with ${status}`);
};

async function writeRecord(server: Server, book: Book, { key, partName }: { key?: string; partName: string }): Promise<void> {
  const headers = key ? { 'idempotency-key': key } : {};
  const answer = await request(server, 'POST', `${book.path}/records`, { token: book.user.token, body: recordBody({ partName }), headers });
  if (answer.status !== 201) fail(answer.status);
  const record = answer.body.data as ServiceRecord;
  expect(record.partName).toBe(partName);
  book.records.set(record.id, partName);
}

async function writeRecordWithKey(server: Server, book: Book): Promise<void> {
  const unanswered = { key: randomUUID(), partName: randomUUID() };
  book.unanswered.push(unanswered);
  await writeRecord(server, book, unanswered);
  book.unanswered.pop();
}

async function writeVehicle(server: Server, book: Book): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  const form = await vehicleForm(vehicleFields('bicycle'));
  const { status, body } = await request(server, 'POST', '/api/vehicles', { token: book.user.token, form, headers });
  if (status !== 201) fail(status);
  book.vehicles.add((body.data as Vehicle).id);
}

/** Replaces the photo in one transaction. */
async function writePhoto(server: Server, book: Book): Promise<void> {
  const form = await vehicleForm({}, await aPicture('jpeg', 48));
  const { status } = await request(server, 'PATCH', book.path, { token: book.user.token, form });
  if (status !== 200) fail(status);
}

async function writeNote(server: Server, book: Book): Promise<void> {
  const text = randomUUID();
  book.notes.push(text);
  const { status } = await request(server, 'PUT', `${book.path}/note`, { token: book.user.token, body: { text } });
  if (status !== 200) fail(status);
  book.notes = [text];
}

const WRITES = [
  writeRecordWithKey,
  (server: Server, book: Book) => writeRecord(server, book, { partName: randomUUID() }),
  writeNote,
  writeVehicle,
  writePhoto,
];

/** Sends one write after the other until the server does not respond, or responds with 503. */
export async function writeUntilGone(server: Server, book: Book): Promise<void> {
  for (let turn = Math.floor(Math.random() * WRITES.length); ; turn++) {
    try {
      await WRITES[turn % WRITES.length]?.(server, book);
    } catch (error) {
      if (error instanceof TypeError || /^rejected with 503$/.test((error as Error).message)) return;
      throw error;
    }
    book.acknowledged++;
  }
}

const read = (server: Server, book: Book, path: string): Promise<Answer> => request(server, 'GET', path, { token: book.user.token });

/** Reads back everything that was acknowledged, and repeats what was not answered. */
export async function checkBook(server: Server, book: Book): Promise<void> {
  for (const unanswered of book.unanswered.splice(0)) await writeRecord(server, book, unanswered);
  const { data, totalCost } = (await read(server, book, `${book.path}/records`)).body as { data: ServiceRecord[]; totalCost: number };
  const found = new Map(data.map(({ id, partName }) => [id, partName]));
  for (const [id, partName] of book.records) expect(found.get(id), `record ${id}`).toBe(partName);
  expect(new Set(found.values()).size, 'a record exists twice').toBe(data.length);
  expect(Math.round(totalCost * 100)).toBe(data.reduce((sum, { price }) => sum + Math.round(price * 100), 0));

  const note = (await read(server, book, `${book.path}/note`)).body.data?.text as string | undefined;
  expect(book.notes).toContain(note);
  book.notes = [note];
  await checkVehicles(server, book, data.length);
}

async function checkVehicles(server: Server, book: Book, records: number): Promise<void> {
  const vehicles = (await read(server, book, '/api/vehicles')).body.data as Vehicle[];
  const ids = vehicles.map(({ id }) => id);
  for (const id of book.vehicles) expect(ids, `vehicle ${id}`).toContain(id);
  expect(vehicles.find(({ id }) => book.path.endsWith(`/${id}`))?.recordCount).toBe(records);
  for (const { image } of vehicles) {
    const answer = await read(server, book, image);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((answer.body as ArrayBuffer).byteLength).toBeGreaterThan(100);
  }
}
