import * as z from 'zod/mini';
import type { FieldErrorCode } from './errors.ts';
import {
  CODE_LENGTH,
  EMAIL_MAX,
  NAME_MAX,
  NAME_MIN,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_MAX,
  REASON_MAX,
  SECOND_CODE_MAX,
  YEAR_MIN,
} from './limits.ts';
import { currenciesIn, type NumberRule, parseNumber } from './numbers.ts';
import { type Currency, TARIFFS } from './tariffs.ts';

/** Type-checks an error code. The message of every check is an error code (errors.ts), not a text. */
const key = (code: FieldErrorCode): FieldErrorCode => code;

/** True if both databases can store the text: no NUL, no lone surrogates. Firefox before 119 has no `isWellFormed`. */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/**
 * True if no run of combining marks is longer than 30, the limit of the Stream-Safe Text Format (UAX #15). Normalization sorts each
 * run in quadratic time: a run of 60 KB takes seconds.
 */
const isStreamSafe = (text: string): boolean => !/\p{M}{31}/u.test(text);

/**
 * Invisible characters that can hide or reorder what a reader sees; phones and office programs copy them along with numbers and words. The
 * joiners (U+200C, U+200D) and tags stay, because emoji and some scripts need them.
 */
const INVISIBLE = /(?![\u200C\p{Emoji_Component}])\p{Cf}/gu;
const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** True if the text has a visible character, not only spaces, zero-width or control characters. */
const isVisible = (text: string): boolean => /[^\p{C}\p{Z}]/u.test(text);

/** Trimmed text in NFC, without invisible characters. Text that cannot be stored, or would be slow to normalize, is rejected first. */
export const normalizedText = () =>
  z
    .string(key('validation.required'))
    .check(
      z.refine(isStorable, { error: key('validation.characters'), abort: true }),
      z.refine(isStreamSafe, { error: key('validation.characters'), abort: true }),
      z.overwrite(withoutInvisible),
      z.trim(),
      z.normalize('NFC'),
    );

/** As `normalizedText`, with a single space for line breaks and runs of spaces. */
export const normalizedLine = () => normalizedText().check(z.overwrite((text) => text.replace(/\s+/g, ' ')));

const filled = (schema: ReturnType<typeof normalizedText>, max: number) =>
  schema.check(
    z.minLength(1, key('validation.required')),
    z.refine(isVisible, key('validation.required')),
    z.maxLength(max, key('validation.tooLong')),
  );

/** Normalized, visible text of 1 to `max` characters. */
export const text = (max: number) => filled(normalizedText(), max);

/** As `text`, but may be empty. */
export const optionalText = (max: number) => normalizedText().check(z.maxLength(max, key('validation.tooLong')));

/** Why an administrator does something, for the activity log; optional. */
export const reason = z._default(optionalText(REASON_MAX), '');

/** As `text`, in a single line. */
export const line = (max: number) => filled(normalizedLine(), max);

/** A stored text that the sender saw before changing it; only compared with the stored one. */
export const seenText = z.string(key('validation.invalid'));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
/** A value that a multipart form carries as JSON text. */
export const orJson = <S extends z.core.$ZodType>(schema: S) =>
  z.union([schema, z.pipe(z.pipe(z.string(), z.transform(parseJson)), schema)], key('validation.invalid'));

const LETTERS = 'A-Za-zÀ-ÖØ-öø-ɏḀ-ỿА-Яа-яЁёІіЇїЄєҐґ';
const NAME = new RegExp(`^[${LETTERS}]+(?:['’ʼ][${LETTERS}]+)*$`);

/** First or last name: 3 to 50 Latin or Cyrillic letters, with single apostrophes between letters. */
export const personName = line(NAME_MAX).check(z.minLength(NAME_MIN, key('validation.name')), z.regex(NAME, key('validation.name')));

/** Email address, trimmed and in lower case, because addresses are compared case-insensitively. */
export const email = z
  .string(key('validation.required'))
  .check(
    z.overwrite(withoutInvisible),
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, key('validation.required')),
    z.maxLength(EMAIL_MAX, key('validation.tooLong')),
    z.email(key('validation.email')),
  );

/** Checks the format only; the server and the form validate the number with the phone library. */
export const phone = z
  .string(key('validation.phone'))
  .check(
    z.overwrite(withoutInvisible),
    z.trim(),
    z.maxLength(PHONE_MAX, key('validation.phone')),
    z.regex(/^\+?[\d\s().-]*$/, key('validation.phone')),
  );

/** At least 8 characters with A-Z, a-z, 0-9 and one of !@#$%^&*(), no Cyrillic. */
export const PASSWORD_RULES = [
  { code: 'validation.password.length', isSatisfied: (value: string) => value.length >= PASSWORD_MIN },
  { code: 'validation.password.upper', isSatisfied: (value: string) => /[A-Z]/.test(value) },
  { code: 'validation.password.lower', isSatisfied: (value: string) => /[a-z]/.test(value) },
  { code: 'validation.password.digit', isSatisfied: (value: string) => /\d/.test(value) },
  { code: 'validation.password.special', isSatisfied: (value: string) => /[!@#$%^&*()]/.test(value) },
  { code: 'validation.password.cyrillic', isSatisfied: (value: string) => !/\p{Script=Cyrillic}/u.test(value) },
] as const satisfies { code: FieldErrorCode; isSatisfied: (value: string) => boolean }[];

export const password = z
  .string(key('validation.required'))
  .check(
    z.minLength(1, key('validation.required')),
    z.refine(isStorable, key('validation.characters')),
    z.maxLength(PASSWORD_MAX, key('validation.password.tooLong')),
    ...PASSWORD_RULES.map((rule) => z.refine((value) => rule.isSatisfied(value as string), rule.code)),
  );

/** A password to compare, not to set. No password rules apply: a failed login must not reveal what a valid password looks like. */
export const enteredPassword = z
  .string(key('validation.required'))
  .check(z.minLength(1, key('validation.required')), z.maxLength(PASSWORD_MAX * 2, key('validation.tooLong')));

/** Six characters. A code of another length is 400 and does not count as an attempt. */
export const confirmationCode = z
  .string(key('validation.required'))
  .check(
    z.overwrite(withoutInvisible),
    z.trim(),
    z.minLength(1, key('validation.required')),
    z.length(CODE_LENGTH, key('validation.code')),
  );

/** A code of an authenticator app, or a recovery code; another length is a wrong code. */
export const secondCode = z
  .string(key('validation.required'))
  .check(
    z.overwrite(withoutInvisible),
    z.trim(),
    z.minLength(1, key('validation.required')),
    z.maxLength(SECOND_CODE_MAX, key('validation.tooLong')),
  );

/** A number, as typed text (numbers.ts) or as a JSON number. */
export const typedNumber = (rule: NumberRule) => parsedNumber(rule, (value) => value);

/** An amount of money with the currencies of the typed signs; the caller rejects any currency other than the owner's. */
export const typedMoney = (rule: NumberRule) => parsedNumber(rule, (amount, typed) => ({ amount, currencies: currenciesIn(typed) }));
export type TypedMoney = z.core.output<ReturnType<typeof typedMoney>>;

/** True if a currency other than the owner's was typed. */
export const isForeignMoney = (currencies: readonly string[], own: Currency): boolean => currencies.some((currency) => currency !== own);

const rules = new WeakMap<object, NumberRule>();

/** The format in which a number is sent, keyed by its input schema, for the OpenAPI document. */
export const numberRuleOf = (schema: object): NumberRule | undefined => rules.get(schema);

function parsedNumber<T>(rule: NumberRule, result: (value: number, typed: string | number) => T) {
  const typed = z.union([z.string(), z.number()], key('validation.required'));
  rules.set(typed, rule);
  return z.pipe(
    typed,
    z.transform((input, context) => {
      const parsed = parseNumber(input, rule);
      if (parsed.ok) return result(parsed.value, input);
      context.issues.push({ code: 'custom', message: parsed.code, input });
      return z.NEVER;
    }),
  );
}

export const tariff = z.enum(TARIFFS);

/** The current day in UTC+14, the most advanced time zone, YYYY-MM-DD: the local date of a user is never rejected as future. */
export const latestToday = (now = Date.now()): string => new Date(now + 14 * 3_600_000).toISOString().slice(0, 10);

/** A year, YYYY, from 1800 to the current one. */
export const year = z.pipe(
  z.union([z.string().check(z.overwrite(withoutInvisible), z.trim()), z.number()], key('validation.required')),
  z.transform((input, context) => {
    const code = yearError(String(input));
    if (!code) return Number(input);
    context.issues.push({ code: 'custom', message: code, input });
    return z.NEVER;
  }),
);

function yearError(input: string): FieldErrorCode | undefined {
  if (input === '') return 'validation.required';
  if (!/^\d{4}$/.test(input)) return 'validation.year.format';
  if (Number(input) < YEAR_MIN) return 'validation.year.past';
  return input > latestToday().slice(0, 4) ? 'validation.year.future' : undefined;
}

/** A calendar day, YYYY-MM-DD, from 1800 to today. */
export const day = z.string(key('validation.date.required')).check(
  z.overwrite(withoutInvisible),
  z.trim(),
  z.minLength(1, { error: key('validation.date.required'), abort: true }),
  z.iso.date({ error: key('validation.date.format'), abort: true }),
  z.refine((value) => Number(value.slice(0, 4)) >= YEAR_MIN, key('validation.year.past')),
  z.refine((value) => value <= latestToday(), key('validation.date.future')),
);

/** An id in a path: a positive integer of up to 15 digits. */
export const id = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'api.id')), z.transform(Number));

const wholeNumber = (max: number, fallback: number) =>
  z._default(
    z
      .pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, key('validation.number.whole'))), z.transform(Number))
      .check(z.refine((value) => value <= max, key('validation.number.large'))),
    fallback,
  );

/** Query of a paged list: `page` counts from 1, `q` is the text to search for, anywhere in what the list searches. */
export const pageQuery = {
  q: z._default(
    z.string().check(z.refine(isStorable, key('validation.characters')), z.trim(), z.maxLength(EMAIL_MAX, key('validation.tooLong'))),
    '',
  ),
  page: wholeNumber(999_999_999, 1),
  pageSize: wholeNumber(PAGE_SIZE_MAX, PAGE_SIZE),
};
