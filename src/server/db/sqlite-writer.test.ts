import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TransactionLost } from './errors.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import { withoutWaiting } from './write-wait.ts';

const BUSY = { errcode: 5 };
const FULL = { errcode: 13 };
const insert = (id: number, text = '') => CompiledQuery.raw('insert into t (id, text) values (?, ?)', [id, text]);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('the SQLite writer', () => {
  let folder: string;
  let file: string;
  let writer: SqliteWriter;
  let reader: SqliteConnection;
  /** SQL that the connection executed (without parameters) and acknowledgements, in order. */
  let events: string[];
  let failing: string | undefined;
  /** Milliseconds that `performance.now()` returns. */
  let time: number;

  beforeEach(() => {
    time = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    folder = mkdtempSync(join(tmpdir(), 'carnet-writer-'));
    file = join(folder, 'carnet.sqlite');
    const connection = SqliteConnection.openWriter(file);
    connection.execute(CompiledQuery.raw('create table t (id integer primary key, text text not null)'));
    events = [];
    failing = undefined;
    const execute = connection.execute.bind(connection);
    vi.spyOn(connection, 'execute').mockImplementation((query) => {
      events.push(query.sql);
      if (query.sql === failing) throw new Error(`${query.sql} failed`);
      return execute(query);
    });
    writer = new SqliteWriter(connection);
    reader = SqliteConnection.openReader(file);
  });
  afterEach(async () => {
    failing = undefined;
    await writer.close(() => reader.close());
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  const stored = (): number[] =>
    reader.execute<{ id: number }>(CompiledQuery.raw('select id from t order by rowid')).rows.map(({ id }) => id);
  const commits = (): number => events.filter((event) => event === 'commit').length;
  async function transaction(id: number, text = ''): Promise<void> {
    const tx = await writer.begin();
    events.push(`begin ${id}`);
    tx.execute(insert(id, text));
    await tx.commit();
    events.push(`acknowledged ${id}`);
  }

  test('commits all waiting writes at once in order of arrival and acknowledges them after the commit', async () => {
    await Promise.all(
      numbers(20).map((id) => (id % 2 ? transaction(id) : writer.write(insert(id)).then(() => events.push(`acknowledged ${id}`)))),
    );
    expect(stored()).toEqual(numbers(20));
    expect(events.filter((event) => event === 'begin immediate')).toHaveLength(1);
    expect(commits()).toBe(1);
    expect(events.filter((event) => event.startsWith('begin ')).slice(1)).toEqual(
      numbers(20)
        .filter((id) => id % 2)
        .map((id) => `begin ${id}`),
    );
    const first = events.findIndex((event) => event.startsWith('acknowledged'));
    expect(first).toBeGreaterThan(events.indexOf('commit'));
  });

  /** Queues a write in each of the next turns of the event loop; `between` runs before each of them. */
  async function writeInTurns(count: number, between: () => void = () => undefined): Promise<void> {
    const writes: Promise<unknown>[] = [];
    for (const id of numbers(count)) {
      between();
      const turn = nextTurn();
      writes.push(writer.write(insert(id)));
      await turn;
    }
    await Promise.all(writes);
  }

  test('writes that arrive turn after turn share a commit', async () => {
    await writeInTurns(5);
    expect(stored()).toEqual(numbers(5));
    expect(commits()).toBe(1);
  });

  test('waits at most 10 ms for further writes', async () => {
    await writeInTurns(5, () => {
      time += 6;
    });
    expect(stored()).toEqual(numbers(5));
    expect(commits()).toBe(2);
  });

  test('closes a group at 100 members and commits the rest in another group', async () => {
    await Promise.all(numbers(101).map((id) => writer.write(insert(id))));
    expect(commits()).toBeGreaterThanOrEqual(2);
    expect(stored()).toEqual(numbers(101));
  });

  test('closes a group after 10 ms and commits the rest in further groups', async () => {
    await Promise.all(
      numbers(3).map((id) =>
        writer.begin().then((tx) => {
          tx.execute(insert(10 + id));
          time += 10;
          return tx.commit();
        }),
      ),
    );
    expect(commits()).toBe(3);
  });

  test('rolls back a failed transaction without the other members of its group', async () => {
    const failed = writer.begin().then(async (tx) => {
      tx.execute(insert(1));
      expect(() => tx.execute(insert(1))).toThrow('UNIQUE');
      tx.rollback();
      expect(() => tx.execute(insert(2))).toThrow('has ended');
    });
    await Promise.all([
      transaction(10),
      failed,
      transaction(11),
      expect(writer.write(insert(11))).rejects.toThrow('UNIQUE'),
      writer.write(insert(12)),
    ]);
    expect(stored()).toEqual([10, 11, 12]);
    expect(commits()).toBe(1);
  });

  test('rejects and rolls back the whole group when COMMIT fails; the next group works', async () => {
    failing = 'commit';
    const results = await Promise.allSettled([transaction(1), writer.write(insert(2)), transaction(3)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(stored()).toEqual([]);
    failing = undefined;
    await transaction(4);
    expect(stored()).toEqual([4]);
  });

  test('repeats single writes and rejects transactions after an error that rolls back the whole group', async () => {
    const { rows } = await writer.executeAlone<{ page_count: number }>(CompiledQuery.raw('pragma page_count'));
    await writer.executeAlone(CompiledQuery.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 2}`));
    const small = writer.write(insert(1));
    const lost = transaction(2);
    const huge = transaction(3, 'x'.repeat(1_000_000));
    const later = writer.write(insert(4));
    await expect(huge).rejects.toMatchObject(FULL);
    await expect(lost).rejects.toBeInstanceOf(TransactionLost);
    await Promise.all([small, later]);
    expect(stored()).toEqual([1, 4]);
  });

  test('rolls back an idle transaction so that others can continue', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const idle = await writer.begin();
      idle.execute(insert(1));
      const other = writer.write(insert(2));
      vi.advanceTimersByTime(5000);
      await other;
      expect(() => idle.execute(insert(3))).toThrow('has ended');
    } finally {
      vi.useRealTimers();
    }
    expect(stored()).toEqual([2]);
  });

  test('waits for another writer without blocking the event loop; an optional write does not wait', async () => {
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const waiting = transaction(1);
    await expect(withoutWaiting(() => writer.write(insert(2)))).rejects.toMatchObject(BUSY);
    expect(stored()).toEqual([]);
    // If the writer blocked the thread, it would time out before this line runs.
    other.exec('rollback');
    other.close();
    await waiting;
    expect(stored()).toEqual([1]);
  });

  test('rejects a write that has waited 5 s for another writer', async () => {
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const waiting = expect(writer.write(insert(1))).rejects.toMatchObject(BUSY);
    while (!events.includes('begin immediate')) await nextTurn();
    time += 5_001;
    await waiting;
    other.close();
  });

  test('commits durably: synchronous is FULL', async () => {
    const { rows } = await writer.executeAlone(CompiledQuery.raw('pragma synchronous'));
    expect(rows).toEqual([{ synchronous: 2 }]);
  });
});
