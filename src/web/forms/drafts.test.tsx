import { expect, test } from 'vitest';
import { claimDrafts, draftKeys, readDraft, writeDraft } from './drafts.ts';

const FRESH = { values: { name: '', price: '0' }, attempt: undefined };
const keep = (text: string) => sessionStorage.setItem('carnet.drafts', text);

test.each(['{"drafts":', 'null', '7', '[]', '{}', '{"drafts":null}', '{"drafts":[1]}', '{"drafts":"note"}'])(
  'a stored text %s counts as no drafts, and the next draft is kept',
  (text) => {
    keep(text);
    expect(draftKeys('')).toEqual([]);
    expect(readDraft('note', { text: '' })).toBeUndefined();
    expect(() => claimDrafts(3)).not.toThrow();
    writeDraft('note', { text: 'spare key' });
    expect(readDraft('note', { text: '' })).toEqual({ text: 'spare key' });
  },
);

test('what a draft lacks or holds as another type is as in the empty form, the rest is kept', () => {
  keep(JSON.stringify({ drafts: { record: { values: { name: 'Oil', price: 5, gone: 1 }, attempt: { content: 'a', key: 'b' } } } }));
  expect(readDraft('record', FRESH)).toEqual({ values: { name: 'Oil', price: '0' }, attempt: { content: 'a', key: 'b' } });
});

test.each([[null], [7], ['text'], [[]]])('a draft that is %j is none', (draft) => {
  keep(JSON.stringify({ drafts: { record: draft } }));
  expect(readDraft('record', FRESH)).toBeUndefined();
});
