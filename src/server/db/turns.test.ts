import { expect, test } from 'vitest';
import { begun, nextTurn, pagesOf, readFor } from './turns.ts';

const CONNECTED = { destroyed: false };

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('many reads at once continue in different turns of the event loop', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await nextTurn();
      return turn;
    }),
  );
  isOver = true;
  expect(new Set(turns).size).toBe(5);
});

test('accounts take turns, however many reads one of them has', async () => {
  const turns: string[] = [];
  const read = (name: string, account?: string) =>
    readFor({ account, socket: CONNECTED }, async () => {
      for (let n = 0; n < 2; n++) {
        await nextTurn();
        turns.push(name);
      }
    });
  await Promise.all([read('a1', 'a'), read('a2', 'a'), read('a3', 'a'), read('b', 'b'), read('visitor')]);
  expect(turns.slice(0, 6)).toEqual(['a1', 'b', 'visitor', 'a2', 'b', 'visitor']);
  expect(turns.slice(6)).toEqual(['a3', 'a1', 'a2', 'a3']);
});

test('a read whose client has disconnected ends at its next turn, others go on', async () => {
  const socket = { destroyed: false };
  const left = readFor({ account: 'a', socket }, async () => {
    await nextTurn();
    socket.destroyed = true;
    await nextTurn();
    return 'read';
  });
  const other = readFor({ account: 'a', socket: CONNECTED }, nextTurn);
  await expect(left).rejects.toMatchObject({ code: 'api.400' });
  await other;
  await expect(readFor({ account: 'a', socket }, nextTurn)).rejects.toMatchObject({ code: 'api.400' });
  await nextTurn();
});

test.each([
  [0, []],
  [3, [[1, 2], [3]]],
  [
    4,
    [
      [1, 2],
      [3, 4],
    ],
  ],
])('pages of %i rows are read after the last row of the one before, and none of them is empty', async (count, expected) => {
  const list = async (last = 0): Promise<number[]> => [last + 1, last + 2].filter((row) => row <= count);
  expect(await all(pagesOf(2, list))).toEqual(expected);
  const { isEmpty, pages } = await begun(pagesOf(2, list));
  expect(isEmpty).toBe(count === 0);
  expect(await all(pages)).toEqual(expected);
});

test('a first page that cannot be read is known before the others are asked for', async () => {
  const fails = (): Promise<number[]> => Promise.reject(new Error('no page'));
  await expect(begun(pagesOf(2, fails))).rejects.toThrow('no page');
});
