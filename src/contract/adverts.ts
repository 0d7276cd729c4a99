import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { LANGUAGES } from './languages.ts';

export const advertImage = z.nullable(z.string());

/** Only adverts that lead somewhere have a link. */
const advertLink = z.optional(z.string());

/** An advert in one language, for the banner; the field names carry the language: `title_ua`, `text_ua`. */
const shownAdvert = z.union([
  z.object({ title_ua: z.string(), text_ua: z.string(), image: advertImage, link: advertLink }),
  z.object({ title_ru: z.string(), text_ru: z.string(), image: advertImage, link: advertLink }),
  z.object({ title_en: z.string(), text_en: z.string(), image: advertImage, link: advertLink }),
]);
export type LocalizedAdvert = z.core.output<typeof shownAdvert>;

export const getAdverts = endpoint({
  method: 'GET',
  path: '/api/advertising/getAdvertising/{lang}',
  access: 'public',
  summary: 'List the adverts on show today (UTC) in a language, in order.',
  params: z.object({ lang: z.enum(LANGUAGES, 'advertisingApi.400') }),
  answer: z.array(shownAdvert),
  unexpectedError: 'advertisingApi.500',
  errors: ['advertisingApi.400', 'advertisingApi.404'],
});
