import * as z from 'zod/mini';
import { advertImage } from './adverts.ts';
import { endpoint } from './endpoint.ts';
import { line, seenText, text } from './fields.ts';
import { ADVERT_LINK_MAX, ADVERT_TEXT_MAX, ADVERT_TITLE_MAX, ADVERTS_MAX } from './limits.ts';

/**
 * An advert in all languages, as edited in the admin panel. `image` is the path of an image uploaded for adverts. It is on show while it is
 * on, from the first to the last day (UTC, both included).
 */
export const advert = z.object({
  id: z.number(),
  title_ua: z.string(),
  title_ru: z.string(),
  title_en: z.string(),
  text_ua: z.string(),
  text_ru: z.string(),
  text_en: z.string(),
  image: advertImage,
  link: z.nullable(z.string()),
  shown_from: z.nullable(z.string()),
  shown_until: z.nullable(z.string()),
  is_on: z.boolean(),
});
export type Advert = z.core.output<typeof advert>;

/** `example.com/tyres` is completed; an address with another scheme stays as it is. */
const withHttps = (link: string): string =>
  /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]|$)/u.test(link) ? `https://${link}` : link;

/** An address with https, also without the scheme. The parser of URLs also accepts `https:host`, which is relative in a page, and spaces. */
export const advertLink = z.string('validation.text').check(
  z.overwrite(withHttps),
  z.url({ protocol: /^https$/, hostname: /[^.]\.[^.]/, error: 'validation.link' }),
  z.maxLength(ADVERT_LINK_MAX, 'validation.tooLong'),
  z.refine((link) => /^https:\/\/[^\s\p{C}]+$/iu.test(link), 'validation.link'),
);
const shownDay = z.iso.date('validation.date.format');

/** The link, the days and the switch are optional: an advert that is sent without them keeps those it has. */
export const advertInput = z.object({
  id: z.optional(z.number('validation.invalid').check(z.int('validation.invalid'), z.positive('validation.invalid'))),
  /** The advert as it was shown to the administrator; 409 if another version is stored by now. Without it, the last request wins. */
  seen: z.optional(
    z.object(
      {
        title_ua: seenText,
        title_ru: seenText,
        title_en: seenText,
        text_ua: seenText,
        text_ru: seenText,
        text_en: seenText,
        image: z.nullable(seenText),
        link: z.optional(z.nullable(seenText)),
        shown_from: z.optional(z.nullable(seenText)),
        shown_until: z.optional(z.nullable(seenText)),
        is_on: z.optional(z.boolean('validation.invalid')),
      },
      'validation.invalid',
    ),
  ),
  title_ua: line(ADVERT_TITLE_MAX),
  title_ru: line(ADVERT_TITLE_MAX),
  title_en: line(ADVERT_TITLE_MAX),
  text_ua: text(ADVERT_TEXT_MAX),
  text_ru: text(ADVERT_TEXT_MAX),
  text_en: text(ADVERT_TEXT_MAX),
  image: z._default(
    z.nullable(z.string('validation.image.unknown').check(z.regex(/^\/api\/images\/[\w-]{22}$/, 'validation.image.unknown'))),
    null,
  ),
  link: z.optional(z.nullable(advertLink)),
  shown_from: z.optional(z.nullable(shownDay)),
  shown_until: z.optional(z.nullable(shownDay)),
  is_on: z.optional(z.boolean('validation.invalid')),
});
export type AdvertInput = z.core.output<typeof advertInput>;

const areUnique = (ids: readonly (number | undefined)[]): boolean => {
  const present = ids.filter((id) => id !== undefined);
  return new Set(present).size === present.length;
};

/** The whole list, in display order. Adverts without an id are created; stored adverts that are not in the list are deleted. */
export const updateAdvertsInput = z.array(advertInput, 'validation.required').check(
  z.maxLength(ADVERTS_MAX, 'validation.tooLong'),
  z.refine((adverts) => areUnique(adverts.map(({ id }) => id)), 'validation.invalid'),
);

/** Comma-separated ids; an empty string is an empty list. */
const seenIds = z.pipe(
  z.string().check(z.regex(/^(?:[1-9]\d{0,14}(?:,[1-9]\d{0,14})*)?$/, 'validation.invalid')),
  z.transform((ids) => ids.split(',').filter(Boolean).map(Number)),
);

export const getAllAdverts = endpoint({
  method: 'GET',
  path: '/api/advertising/getAdvertising-all',
  access: 'admin',
  role: 'all',
  summary: 'List the adverts in every language, in order; an empty list if there are none.',
  answer: z.array(advert),
  unexpectedError: 'advertisingApi.500',
  errors: [],
});

export const updateAdverts = endpoint({
  method: 'PUT',
  path: '/api/advertising/updateAdvertising',
  access: 'admin',
  role: 'all',
  summary:
    'Replace the whole list: adverts without an id are new, missing ones are deleted with their images, and the order is kept as sent.',
  /** `seen`: the ids shown to the administrator, in order; 409 if adverts were added, removed or moved since. */
  query: z.object({ seen: z.optional(seenIds) }),
  body: updateAdvertsInput,
  answer: z.object({ data: z.array(advert) }),
  successCode: 'advertisingApi.update.success',
  validationError: 'advertisingApi.update.400',
  unexpectedError: 'advertisingApi.update.500',
  errors: ['advertisingApi.update.409'],
});

export const uploadAdvertImage = endpoint({
  method: 'POST',
  path: '/api/advertising/image',
  access: 'admin',
  role: 'all',
  summary: 'Upload an image for an advert; it is deleted if no advert uses it within a day.',
  body: z.object({}),
  image: 'required',
  answer: z.object({ image: z.string() }),
  successCode: 'advertisingApi.image.success',
  unexpectedError: 'advertisingApi.image.500',
  errors: ['imageApi.413', 'imageApi.422', 'imageApi.502'],
});
