import type { Advert, AdvertInput } from '#contract/adverts.admin.ts';

/** An advert while it is edited; new ones have no id until they are saved. */
export interface AdvertDraft extends AdvertInput {
  /** Identifies the draft regardless of its position. */
  key: string;
}

export const draftOf = (advert: Advert): AdvertDraft => ({ ...advert, key: `advert-${advert.id}` });

export const emptyDraft = (key: string): AdvertDraft => ({
  key,
  title_ua: '',
  title_ru: '',
  title_en: '',
  text_ua: '',
  text_ru: '',
  text_en: '',
  image: null,
});

/** The request body: the draft without its key. */
export const inputOf = ({ key: _key, ...input }: AdvertDraft): AdvertInput => input;

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
    return isTyped ? { ...draft, id: now.id } : { ...now, key: draft.key };
  });
}

export const idsOf = (adverts: readonly Advert[]): string => adverts.map(({ id }) => id).join(',');

const isTouched = (draft: AdvertDraft, seen: readonly Advert[]): boolean => {
  const before = seen.find(({ id }) => id === draft.id);
  return !before || JSON.stringify(inputOf(draft), Object.keys(before).sort()) !== JSON.stringify(before, Object.keys(before).sort());
};

/**
 * Merges the local drafts with `fresh`, the list as another administrator saved it. Local edits stay, as a new advert if theirs was
 * removed; untouched adverts take the server's state; adverts unknown here are appended.
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
  return [...merged, ...theirs.map(draftOf)];
}
