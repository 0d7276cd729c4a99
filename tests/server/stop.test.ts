import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#server/ports/clock.ts';
import { DATABASES } from '#tests/support/app.ts';
import { aUser, recordBody, type TestUser } from '#tests/support/builders.ts';
import { aDatabase, type SharedDatabase, startOn } from '#tests/support/processes.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { aBook, type Book, checkBook, writeUntilGone } from '#tests/support/writers.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Timeout of a test in milliseconds; servers start slowly on a busy machine. */
const TIMEOUT = 60_000;
const LONGEST_STOP = 5000;
/** Milliseconds for a stop with nothing left to wait for, before connections are cut. */
const QUICK_STOP = 3500;

interface Connection {
  socket: Socket;
  /** Resolves with everything received once it contains the text, or once the other side has closed the connection. */
  receive(text: string): Promise<string>;
}

async function openConnection(server: RunningServer): Promise<Connection> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  const receive = (text: string) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (received.includes(text) || socket.readableEnded) resolve(received);
      };
      socket.on('data', look).on('end', look);
      look();
    });
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  return { socket, receive };
}

/** A request whose head the server has read, as its "100 Continue" shows, and whose body is still missing. */
async function halfARequest(server: RunningServer, { user, path }: Book): Promise<Connection & { rest: string }> {
  const connection = await openConnection(server);
  const rest = JSON.stringify(recordBody());
  const head = [`POST ${path}/records HTTP/1.1`, 'host: carnet', `authorization: Bearer ${user.token}`, 'content-type: application/json'];
  connection.socket.write([...head, `content-length: ${Buffer.byteLength(rest)}`, 'expect: 100-continue', '', ''].join('\r\n'));
  expect(await connection.receive('\r\n\r\n')).toContain('100 Continue');
  return { ...connection, rest };
}

async function anIdleConnection(server: RunningServer): Promise<Connection> {
  const connection = await openConnection(server);
  connection.socket.write('GET /healthz HTTP/1.1\r\nhost: carnet\r\n\r\n');
  expect(await connection.receive('"success":true')).toContain('200 OK');
  return connection;
}

/** Sends the signal; returns the exit code and the duration in milliseconds. */
async function signalled(server: RunningServer, signal: NodeJS.Signals): Promise<{ code: number | null; took: number }> {
  const begun = performance.now();
  const ended = once(server.process, 'exit');
  server.process.kill(signal);
  const [code] = (await ended) as [number | null];
  return { code, took: performance.now() - begun };
}

describe.each(DATABASES)('a graceful stop on %s', { timeout: TIMEOUT }, (kind) => {
  let database: SharedDatabase;
  let user: TestUser;
  let server: RunningServer;

  beforeEach(async () => {
    database = await aDatabase(kind);
    const store = await database.open();
    user = await aUser({ store, clock: systemClock }, { tariff: 'business' });
    await store.close();
    server = await startOn(database);
  });
  afterEach(async () => {
    await server.stop();
    await database.remove();
  });

  test.each(SIGNALS)('%s lets a pending request finish, closes idle connections and exits with 0', async (signal) => {
    const book = await aBook(server, user);
    const idle = await anIdleConnection(server);
    const half = await halfARequest(server, book);
    const stopped = signalled(server, signal);
    await once(idle.socket, 'close');
    half.socket.write(half.rest);
    const answer = await half.receive('"success":true');
    expect(answer).toContain('201 Created');
    expect(await stopped).toEqual({ code: 0, took: expect.any(Number) });
    expect((await stopped).took).toBeLessThan(QUICK_STOP);
    server = await startOn(database);
    book.records.set(JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? '').data.id, recordBody().partName as string);
    await checkBook(server, book);
  });

  test.each(SIGNALS)('%s during writes keeps everything that was acknowledged', async (signal) => {
    const book = await aBook(server, user);
    const [stopped] = await Promise.all([
      // After the first acknowledged writes, so that others are pending.
      expect
        .poll(() => book.acknowledged, { interval: 1, timeout: 10_000 })
        .toBeGreaterThan(3)
        .then(() => signalled(server, signal)),
      writeUntilGone(server, book),
    ]);
    expect(stopped.code).toBe(0);
    expect(stopped.took).toBeLessThan(QUICK_STOP);
    server = await startOn(database);
    await checkBook(server, book);
  });

  test('a request that never ends does not keep it from exiting', async () => {
    const half = await halfARequest(server, await aBook(server, user));
    const { code, took } = await signalled(server, 'SIGTERM');
    half.socket.destroy();
    expect(code).toBe(0);
    expect(took).toBeLessThan(LONGEST_STOP);
  });
});
