import { setTimeout as after } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#server/ports/clock.ts';
import { DATABASES } from '#tests/support/app.ts';
import { aUser, type TestUser } from '#tests/support/builders.ts';
import { checkIntegrity } from '#tests/support/integrity.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { aDatabase, kill, request, type SharedDatabase, startOn } from '#tests/support/processes.ts';
import { aBook, type Book, checkBook, writeUntilGone } from '#tests/support/writers.ts';

/** `CARNET_KILL_ROUNDS=50` runs a thorough test. */
const ROUNDS = Number(process.env.CARNET_KILL_ROUNDS ?? 3);
const TIMEOUT = 60_000 + ROUNDS * 10_000;
const WRITERS = 6;
/** Longest time before a kill, in milliseconds. */
const LONGEST = 700;

/** The moment of the kill is random on purpose; this does not wait for an event. */
const randomMoment = (): Promise<void> => after(Math.random() * LONGEST);

async function people(database: SharedDatabase): Promise<TestUser[]> {
  const store = await database.open();
  const clock = systemClock;
  const users = await Promise.all(Array.from({ length: WRITERS }, () => aUser({ store, clock }, { tariff: 'business' })));
  await store.close();
  return users;
}

async function checkAll(server: { url: string }, database: SharedDatabase, books: Book[]): Promise<void> {
  for (const book of books) await checkBook(server, book);
  const store = await database.open();
  await checkIntegrity(store);
  await store.close();
}

function report(what: string, books: Book[], begun: number): void {
  if (!process.env.CARNET_KILL_ROUNDS) return;
  const writes = books.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  console.log(`${what}: ${ROUNDS} rounds, ${writes} acknowledged writes, ${Math.round((performance.now() - begun) / 1000)} s`);
}

describe.each(DATABASES)('kill -9 of a server on %s', (kind) => {
  let database: SharedDatabase;
  afterEach(() => database.remove());

  test(`${ROUNDS} times during writes keeps everything that was acknowledged, and nothing incomplete`, { timeout: TIMEOUT }, async () => {
    const begun = performance.now();
    database = await aDatabase(kind);
    const users = await people(database);
    let books: Book[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startOn(database);
      onTestFinished(() => void server.process.kill('SIGKILL'));
      if (round === 0) books = await Promise.all(users.map((user) => aBook(server, user)));
      else await checkAll(server, database, books);
      const writing = Promise.all(books.map((book) => writeUntilGone(server, book)));
      await randomMoment();
      await kill(server);
      await writing;
    }
    const server = await startOn(database);
    await checkAll(server, database, books);
    expect(await server.stop()).toBe(0);
    report(kind, books, begun);
  });
});

test(`kill -9 of PostgreSQL ${ROUNDS} times: the server survives, recovers by itself, and loses no acknowledged write`, {
  timeout: TIMEOUT,
}, async () => {
  const begun = performance.now();
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const database = await aDatabase('postgres', { url: postgres.url });
  const users = await people(database);
  const server = await startOn(database, { LOG_LEVEL: 'silent' });
  onTestFinished(() => void server.process.kill('SIGKILL'));
  const books = await Promise.all(users.map((user) => aBook(server, user)));
  for (let round = 0; round < ROUNDS; round++) {
    const writing = Promise.all(books.map((book) => writeUntilGone(server, book)));
    await randomMoment();
    await postgres.halt('SIGKILL');
    await writing;
    expect((await request(server, 'GET', '/readyz')).status).toBe(503);
    await postgres.resume();
    await checkAll(server, database, books);
  }
  expect(await server.stop()).toBe(0);
  report('PostgreSQL itself', books, begun);
});
