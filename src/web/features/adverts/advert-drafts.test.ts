import { describe, expect, it } from 'vitest';
import type { Advert } from '#contract/adverts.admin.ts';
import { draftOf, emptyDraft, idsOf, mergedDrafts } from './advert-drafts.ts';

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

  it('is identified by its ids', () => {
    expect(idsOf(seen)).toBe('1,2,3');
    expect(idsOf([])).toBe('');
  });
});
