import type { Advert, AdvertInput } from '#contract/adverts.admin.ts';
import { AppError } from '../../app-error.ts';

export interface AdvertList {
  adverts: readonly AdvertInput[];
  /** Ids of the adverts that the administrator saw, in order; undefined skips the check for additions, removals and moves. */
  seen: readonly number[] | undefined;
}

const SEEN = ['title_ua', 'title_ru', 'title_en', 'text_ua', 'text_ru', 'text_en', 'image'] as const;
/** Optional in requests, including in what was seen. */
const DISPLAY_FIELDS = ['link', 'shown_from', 'shown_until', 'is_on'] as const;
type Display = Pick<Advert, (typeof DISPLAY_FIELDS)[number]>;

/** Values of an advert for which neither the request nor the stored advert has one. */
const DEFAULT_DISPLAY: Display = { link: null, shown_from: null, shown_until: null, is_on: true };

/** The link, the days and the switch of a sent advert; what was not sent stays as it is stored. */
export const displayOf = ({ id, link, shown_from, shown_until, is_on }: AdvertInput, stored: readonly Advert[]): Display => {
  const own = stored.find((advert) => advert.id === id) ?? DEFAULT_DISPLAY;
  return {
    link: link === undefined ? own.link : link,
    shown_from: shown_from === undefined ? own.shown_from : shown_from,
    shown_until: shown_until === undefined ? own.shown_until : shown_until,
    is_on: is_on ?? own.is_on,
  };
};

const isChanged = (advert: Advert, shown: NonNullable<AdvertInput['seen']>): boolean =>
  SEEN.some((field) => shown[field] !== advert[field]) ||
  DISPLAY_FIELDS.some((field) => shown[field] !== undefined && shown[field] !== advert[field]);

/** 409 if the stored list differs from what the administrator saw of it, so that changes of others are not overwritten. */
export function assertListSeen(stored: readonly Advert[], { adverts, seen }: AdvertList): void {
  const byId = new Map(stored.map((advert) => [advert.id, advert]));
  const isListChanged = seen !== undefined && seen.join() !== stored.map(({ id }) => id).join();
  const isAdvertChanged = adverts.some(({ id, seen: shown }) => {
    const advert = id === undefined ? undefined : byId.get(id);
    return id !== undefined && (!advert || (shown !== undefined && isChanged(advert, shown)));
  });
  if (isListChanged || isAdvertChanged) throw new AppError('advertisingApi.update.409');
}

/** 400 if an advert would end before it begins. */
export function assertDaysInOrder(stored: readonly Advert[], adverts: readonly AdvertInput[]): void {
  const fields = adverts.flatMap((advert, index) => {
    const { shown_from: from, shown_until: until } = displayOf(advert, stored);
    return from !== null && until !== null && until < from ? [{ field: `${index}.shown_until`, code: 'validation.date.order' }] : [];
  });
  if (fields.length > 0) throw new AppError('advertisingApi.update.400', { fields });
}
