import { describe, expect, it } from 'vitest';
import type { Advert } from '#contract/adverts.admin.ts';
import { absenceOf, conflictsOf, draftOf, emptyDraft, idsOf, inputOf, listInputOf, mergedDrafts, savedDrafts } from './advert-drafts.ts';

const anAdvert = (id: number, title = `Шини ${id}`): Advert => ({
  id,
  title_ua: title,
  title_ru: title,
  title_en: title,
  text_ua: 'До кінця місяця',
  text_ru: 'До конца месяца',
  text_en: 'Until the end of the month',
  image: null,
  link: null,
  shown_from: null,
  shown_until: null,
  is_on: true,
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
      {
        ...{ title_ua: '', title_ru: '', title_en: '', text_ua: '', text_ru: '', text_en: '', image: null },
        ...{ link: null, shown_from: null, shown_until: null, is_on: true },
      },
    ]);
  });

  it('is identified by its ids', () => {
    expect(idsOf(seen)).toBe('1,2,3');
    expect(idsOf([])).toBe('');
  });
});

describe('the link, the days and the switch of a draft', () => {
  const limited: Advert = {
    ...anAdvert(1),
    link: 'https://example.com',
    shown_from: '2026-06-15',
    shown_until: '2026-06-16',
    is_on: false,
  };

  it('are sent as they were loaded; an empty one is none', () => {
    expect(inputOf(draftOf(limited))).toEqual(limited);
    expect(inputOf(draftOf(anAdvert(2)))).toEqual(anAdvert(2));
    expect(inputOf({ ...draftOf(limited), link: '  ', shown_from: '', shown_until: '' })).toMatchObject({
      link: null,
      shown_from: null,
      shown_until: null,
    });
  });

  it('are edits like the others', () => {
    const seen = [anAdvert(1)];
    for (const change of [{ link: 'https://example.com' }, { shown_from: '2026-06-15' }, { shown_until: '2026-06-15' }, { is_on: false }]) {
      const drafts = [{ ...draftOf(anAdvert(1)), ...change }];
      expect(mergedDrafts(drafts, seen, [anAdvert(1, 'Їхній')])).toEqual(drafts);
      expect([...conflictsOf(drafts, seen, [{ ...anAdvert(1), is_on: false, link: 'https://example.org' }]).keys()]).toEqual(['advert-1']);
    }
  });

  it('come back from the server as text fields', () => {
    const draft = emptyDraft('new-1');
    expect(savedDrafts([draft], [draft], [anAdvert(5)])).toEqual([{ ...draftOf(anAdvert(5)), key: 'new-1' }]);
  });

  it('say why visitors do not see an advert', () => {
    const draft = { ...draftOf(limited), is_on: true };
    const days = ['2026-06-14', '2026-06-15', '2026-06-16', '2026-06-17'];
    expect(days.map((day) => absenceOf(draft, day))).toEqual(['planned', undefined, undefined, 'over']);
    expect(absenceOf({ ...draft, is_on: false }, '2026-06-15')).toBe('off');
    expect(absenceOf(draftOf(anAdvert(1)), '2026-06-15')).toBeUndefined();
  });
});
