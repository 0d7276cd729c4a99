import { expect, test } from 'vitest';
import { claimDrafts, draftKeys, readDraft, writeDraft } from './drafts.ts';

const FRESH = { values: { name: '', price: '0' }, attempt: undefined };
const storeText = (text: string) => sessionStorage.setItem('carnet.drafts', text);

test.each(['{"drafts":', 'null', '7', '[]', '{}', '{"drafts":null}', '{"drafts":[1]}', '{"drafts":"note"}'])(
  'the invalid stored text %s is ignored, and the next draft is stored',
  (text) => {
    storeText(text);
    expect(draftKeys('')).toEqual([]);
    expect(readDraft('note', { text: '' })).toBeUndefined();
    expect(() => claimDrafts(3)).not.toThrow();
    writeDraft('note', { text: 'spare key' });
    expect(readDraft('note', { text: '' })).toEqual({ text: 'spare key' });
  },
);

test('missing fields of a draft and fields of another type are replaced by the initial values', () => {
  storeText(JSON.stringify({ drafts: { record: { values: { name: 'Oil', price: 5, old: 1 }, attempt: { content: 'a', key: 'b' } } } }));
  expect(readDraft('record', FRESH)).toEqual({ values: { name: 'Oil', price: '0' }, attempt: { content: 'a', key: 'b' } });
});

test.each([[null], [7], ['text'], [[]]])('the invalid draft %j is ignored', (draft) => {
  storeText(JSON.stringify({ drafts: { record: draft } }));
  expect(readDraft('record', FRESH)).toBeUndefined();
});
