import { queryOptions } from '@tanstack/react-query';
import { getAdverts, type LocalizedAdvert } from '#contract/adverts.ts';
import type { Language } from '#contract/languages.ts';
import { DAY } from '#contract/time.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';

/** An advert in the current language. */
export interface Advert {
  title: string;
  text: string;
  image: string | null;
  link?: string | undefined;
}

const toAdvert = (shown: LocalizedAdvert): Advert => {
  if ('title_ua' in shown) return { ...shown, title: shown.title_ua, text: shown.text_ua };
  if ('title_ru' in shown) return { ...shown, title: shown.title_ru, text: shown.text_ru };
  return { ...shown, title: shown.title_en, text: shown.text_en };
};

export const advertsQuery = (language: Language) =>
  queryOptions({
    queryKey: keys.adverts(language),
    queryFn: ({ signal }) => unwrap(call(getAdverts, { params: { lang: language }, signal })),
    select: ({ data }) => data.map(toAdvert),
    // A banner that fails to load is left out silently.
    retry: false,
    // Until midnight (UTC): another day may have other adverts.
    staleTime: ({ state: { dataUpdatedAt } }) => DAY - (dataUpdatedAt % DAY),
  });
