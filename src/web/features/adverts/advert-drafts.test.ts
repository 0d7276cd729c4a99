import { describe, expect, it } from 'vitest';
import type { Advert } from '#contract/adverts.admin.ts';
import { conflictsOf, draftOf, emptyDraft, idsOf, listInputOf, mergedDrafts } from './advert-drafts.ts';

const anAdvert = (id: number, title = `Шини ${id}`): Advert => ({
  id,
  title_ua: title,
  title_ru: title,
  title_en: title,
  text_ua: 'До кінця місяця',
  text_ru: 'До конца месяца',
  text_en: 'Until the end of the month',
  image: null,
});
const titles = (drafts: readonly { id?: number | undefined; title_ua: string }[]) => drafts.map(({ id, title_ua }) => [id, title_ua]);

describe('merging a list that another administrator changed', () => {
  const seen = [anAdvert(1), anAdvert(2), anAdvert(3)];

  it('takes over server changes to untouched adverts and keeps local edits', () => {
    const drafts = [draftOf(anAdvert(2)), { ...draftOf(anAdvert(1)), title_ua: 'Мій текст' }, draftOf(anAdvert(3)), emptyDraft('new-1')];
    const fresh = [anAdvert(1, 'Їхній'), anAdvert(2, 'Їхній'), anAdvert(9)];
    expect(titles(mergedDrafts(drafts, seen, fresh))).toEqual([
      [2, 'Їхній'],
      [1, 'Мій текст'],
      [undefined, ''],
      [9, 'Шини 9'],
    ]);
  });

  it('keeps edits to a removed advert as a new advert', () => {
    const drafts = [{ ...draftOf(anAdvert(1)), text_en: 'Mine' }];
    expect(titles(mergedDrafts(drafts, seen, []))).toEqual([[undefined, 'Шини 1']]);
  });

  it('does not restore adverts removed locally', () => {
    expect(mergedDrafts([], seen, seen)).toEqual([]);
  });

  it('takes the order of the server unless it was changed here', () => {
    const fresh = [anAdvert(3), anAdvert(1), anAdvert(2)];
    const added = { ...emptyDraft('new-1'), title_ua: 'Нова' };
    const drafts = [draftOf(anAdvert(1)), added, draftOf(anAdvert(2)), draftOf(anAdvert(3))];
    expect(titles(mergedDrafts(drafts, seen, fresh)).map(([id]) => id)).toEqual([3, 1, undefined, 2]);
    const moved = [draftOf(anAdvert(2)), draftOf(anAdvert(1)), draftOf(anAdvert(3))];
    expect(titles(mergedDrafts(moved, seen, fresh)).map(([id]) => id)).toEqual([2, 1, 3]);
  });

  it('finds the adverts that were changed both here and by the other administrator', () => {
    const drafts = [{ ...draftOf(anAdvert(1)), title_ua: 'Мій' }, draftOf(anAdvert(2)), { ...draftOf(anAdvert(3)), title_ua: 'Мій' }];
    const fresh = [anAdvert(1, 'Їхній'), anAdvert(2, 'Їхній'), anAdvert(3)];
    expect([...conflictsOf(drafts, seen, fresh)]).toEqual([['advert-1', anAdvert(1, 'Їхній')]]);
  });

  it('sends each advert with what was seen of it', () => {
    const { id: _, ...shown } = anAdvert(1);
    expect(listInputOf([{ ...draftOf(anAdvert(1)), title_ua: 'Мій' }, emptyDraft('new-1')], seen)).toEqual([
      { ...anAdvert(1), title_ua: 'Мій', seen: shown },
      { title_ua: '', title_ru: '', title_en: '', text_ua: '', text_ru: '', text_en: '', image: null },
    ]);
  });

  it('is identified by its ids', () => {
    expect(idsOf(seen)).toBe('1,2,3');
    expect(idsOf([])).toBe('');
  });
});
