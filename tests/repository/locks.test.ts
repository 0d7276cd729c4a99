import { expect, test } from 'vitest';
import { LOCKS, lingering } from '#tests/support/locks.ts';
import { type Patch, patched } from '#tests/support/patched.ts';

/** `npm run locks` takes minutes, so each run of the tests checks that its patches still match the source. */
test.each(LOCKS)('the patches that remove "$name" match the source', ({ patches }) => {
  for (const patch of [...patches, lingering]) expect(patched(patch)).toContain(patch.replace);
});

test('rejects a patch that no longer matches the source', () => {
  const outdated: Patch = { ...lingering, search: 'no such text' };
  expect(() => patched(outdated)).toThrow('store.ts contains 0 times');
});
