import { expect, test } from 'vitest';
import { LOCKS, lingering } from '#tests/support/locks.ts';
import { type Patch, patched } from '#tests/support/patched.ts';

/** `npm run locks` takes minutes; that its patches still fit the source is checked with every run of the tests. */
test.each(LOCKS)('the patches that remove "$name" fit the source', ({ patches }) => {
  for (const patch of [...patches, lingering]) expect(patched(patch)).toContain(patch.replace);
});

test('a patch that no longer fits is refused', () => {
  const outdated: Patch = { ...lingering, search: 'no such text' };
  expect(() => patched(outdated)).toThrow('store.ts contains 0 times');
});
