import type { Advert, AdvertInput } from '#contract/adverts.admin.ts';

/** An advert while it is edited; new ones have no id until they are saved. An empty link or day is none. */
export interface AdvertDraft extends Omit<AdvertInput, 'seen' | 'link' | 'shown_from' | 'shown_until' | 'is_on'> {
  /** Identifies the draft regardless of its position. */
  key: string;
  link: string;
  shown_from: string;
  shown_until: string;
  is_on: boolean;
}

const keyedDraft = ({ link, shown_from, shown_until, ...advert }: Advert, key: string): AdvertDraft => ({
  ...advert,
  link: link ?? '',
  shown_from: shown_from ?? '',
  shown_until: shown_until ?? '',
  key,
});
export const draftOf = (advert: Advert): AdvertDraft => keyedDraft(advert, `advert-${advert.id}`);

export const emptyDraft = (key: string): AdvertDraft => ({
  key,
  title_ua: '',
  title_ru: '',
  title_en: '',
  text_ua: '',
  text_ru: '',
  text_en: '',
  image: null,
  link: '',
  shown_from: '',
  shown_until: '',
  is_on: true,
});

/** The draft as it is sent. */
export const inputOf = ({ key: _key, link, shown_from, shown_until, ...input }: AdvertDraft): AdvertInput => ({
  ...input,
  link: link.trim() || null,
  shown_from: shown_from || null,
  shown_until: shown_until || null,
});

/** Why visitors do not see the advert on that day (UTC, YYYY-MM-DD); undefined if they see it. */
export function absenceOf({ is_on, shown_from, shown_until }: AdvertDraft, today: string): 'off' | 'planned' | 'over' | undefined {
  if (!is_on) return 'off';
  if (shown_until !== '' && shown_until < today) return 'over';
  return shown_from > today ? 'planned' : undefined;
}

/**
 * The list after `sent` was saved as `saved`, in the same order. Drafts take the ids and texts of the server and keep their keys; edits,
 * additions, moves and removals made during the request stay.
 */
export function savedDrafts(drafts: readonly AdvertDraft[], sent: readonly AdvertDraft[], saved: readonly Advert[]): AdvertDraft[] {
  return drafts.map((draft) => {
    const index = sent.findIndex(({ key }) => key === draft.key);
    const [before, now] = [sent[index], saved[index]];
    if (!before || !now) return draft;
    const isTyped = JSON.stringify(inputOf(draft)) !== JSON.stringify(inputOf(before));
    return isTyped ? { ...draft, id: now.id } : keyedDraft(now, draft.key);
  });
}

export const idsOf = (adverts: readonly Advert[]): string => adverts.map(({ id }) => id).join(',');

const isTouched = (draft: AdvertDraft, seen: readonly Advert[]): boolean => {
  const before = seen.find(({ id }) => id === draft.id);
  return !before || JSON.stringify(inputOf(draft), Object.keys(before).sort()) !== JSON.stringify(before, Object.keys(before).sort());
};

/** The request body: the drafts, each with the advert that the administrator saw. */
export const listInputOf = (drafts: readonly AdvertDraft[], seen: readonly Advert[]): AdvertInput[] =>
  drafts.map((draft) => {
    const { id: _id, ...shown } = seen.find(({ id }) => id === draft.id) ?? { id: undefined };
    return { ...inputOf(draft), ...('image' in shown && { seen: shown }) };
  });

const areInOrder = (ids: readonly (number | undefined)[], order: readonly number[]): boolean => {
  const places = ids.flatMap((id) => (id !== undefined && order.includes(id) ? order.indexOf(id) : []));
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
};

/** Sorts the adverts as `order` does; new ones stay after the advert that they follow. */
function sortedBy(drafts: readonly AdvertDraft[], order: readonly number[]): AdvertDraft[] {
  let place = -1;
  const placed = drafts.map((draft) => {
    if (draft.id !== undefined && order.includes(draft.id)) place = order.indexOf(draft.id);
    return { draft, place };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ draft }) => draft);
}

/** By key: the adverts as another administrator saved them, where that differs from local edits. */
export function conflictsOf(drafts: readonly AdvertDraft[], seen: readonly Advert[], fresh: readonly Advert[]): Map<string, Advert> {
  const found = drafts.flatMap((draft): [string, Advert][] => {
    const [before, now] = [seen.find(({ id }) => id === draft.id), fresh.find(({ id }) => id === draft.id)];
    if (!now || !isTouched(draft, seen) || JSON.stringify(before) === JSON.stringify(now)) return [];
    return [[draft.key, now]];
  });
  return new Map(found);
}

/**
 * Merges the local drafts with `fresh`, the list as another administrator saved it. Local edits stay, as a new advert if theirs was
 * removed; untouched adverts take the server's state; adverts unknown here are appended. The order is the server's, unless it was changed
 * here.
 */
export function mergedDrafts(drafts: readonly AdvertDraft[], seen: readonly Advert[], fresh: readonly Advert[]): AdvertDraft[] {
  const merged = drafts.flatMap((draft): AdvertDraft[] => {
    const there = fresh.find(({ id }) => id === draft.id);
    if (!isTouched(draft, seen)) return there ? [draftOf(there)] : [];
    if (draft.id === undefined || there) return [draft];
    const { id: _id, ...rest } = draft;
    return [rest];
  });
  const theirs = fresh.filter(({ id }) => !seen.some((advert) => advert.id === id));
  const isMoved = !areInOrder(
    drafts.map(({ id }) => id),
    seen.map(({ id }) => id),
  );
  const all = [...merged, ...theirs.map(draftOf)];
  return isMoved
    ? all
    : sortedBy(
        all,
        fresh.map(({ id }) => id),
      );
}
