import { queryOptions, skipToken } from '@tanstack/react-query';
import { getAdverts, type LocalizedAdvert } from '#contract/adverts.ts';
import type { Language } from '#contract/languages.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';

/** An advert in the current language. */
export interface Advert {
  title: string;
  text: string;
  image: string | null;
}

const toAdvert = (shown: LocalizedAdvert): Advert => {
  if ('title_ua' in shown) return { title: shown.title_ua, text: shown.text_ua, image: shown.image };
  if ('title_ru' in shown) return { title: shown.title_ru, text: shown.text_ru, image: shown.image };
  return { title: shown.title_en, text: shown.text_en, image: shown.image };
};

/** Whether there are adverts: the value from the page's HTML, until this tab changes the list. */
export const hasAdvertsQuery = (hasAdverts: boolean | undefined) =>
  queryOptions({ queryKey: ['adverts', 'any'], queryFn: skipToken, initialData: hasAdverts, staleTime: Number.POSITIVE_INFINITY });

export const advertsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['adverts', language],
    queryFn: ({ signal }) => unwrap(call(getAdverts, { params: { lang: language }, signal })),
    select: (adverts) => adverts.map(toAdvert),
    // A banner that fails to load is left out silently.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
