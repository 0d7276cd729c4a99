import { expect, test } from 'vitest';
import { nextTurn } from './turns.ts';

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
