/**
 * Checks that the three languages match: same files, keys and placeholders, the plural forms of each language, no empty or untranslated
 * text, the same typography and spelling, and a text for every key of the contract.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_ENDPOINTS } from '../src/contract/all.ts';
import { ERRORS, FIELD_ERRORS } from '../src/contract/errors.ts';

const FOLDER = process.argv[2] ?? join(import.meta.dirname, '..', 'locales');
const PLURALS = { en: ['one', 'other'], ru: ['one', 'few', 'many', 'other'], ua: ['one', 'few', 'many', 'other'] };
const LANGUAGES = /** @type {(keyof typeof PLURALS)[]} */ (Object.keys(PLURALS));
/** Texts that are the same in every language: names, symbols, example values. */
const SAME_EVERYWHERE = /^[^\p{L}]*$|\b(Carnet|VIN|HIN|IBAN|CSV|SQLite|PostgreSQL|Telegram|USD|EUR|English)\b|@|https?:/u;

/** Each language is shown under its own name in all languages. */
const LANGUAGE_NAMES = /Українська|Русский/g;
/** Letters that occur only in other languages. */
const FOREIGN = { en: /\p{Script=Cyrillic}/u, ru: /[іїєґ]/i, ua: /[ыэъё]/i };
/** @type {[RegExp, string][]} */
const STYLE = [
  [/(?:\d|\}\}) (?:КБ|МБ|KB|MB|л|L|км|km)(?!\p{L})/u, 'a number and its unit need a no-break space'],
  [/№ /, '№ needs a no-break space'],
  [/["']/, 'straight quotes'],
];
/** Of each language; matched against the key, a colon and the text. @type {Record<string, [RegExp, string][]>} */
const OWN_STYLE = {
  en: [
    [/: .*(?:e-mail|\bsign(?:ed|ing)? (?:in|out)\b)/i, 'say email, log in and log out'],
    [/: .*(?:\bpayees?\b|\bby hand\b)|: kind$/i, 'say recipient, manually, type'],
  ],
  ru: [[/(?:^|\.)cancel: Отменить$/, 'the button that leaves a form is «Отмена»']],
  ua: [
    [/: .*(?:но|то) (?:\p{L}+ )?адміністратор(?:ом|ами)(?!\p{L})/iu, 'say who did it, without -но or -то'],
    [/: (?:.*\P{L})?поки (?:вимкнен|закрит|порожн|недоступн)/iu, 'say «поки що» before an adjective'],
    [/greeting: Вітаємо$/, 'say «Добрий день»: «Вітаємо» congratulates, also on bad news'],
    [/: (?:.*\P{L})?ви увійшли/iu, 'say «ви ввійшли»'],
  ],
};

/** @param {unknown} value @param {string} prefix @returns {[string, unknown][]} */
const flat = (value, prefix = '') =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => flat(inner, prefix ? `${prefix}.${key}` : key))
    : [[prefix, value]];

/** @param {string} language @returns {Map<string, Map<string, unknown>>} */
function read(language) {
  const folder = join(FOLDER, language);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(files.map((name) => [name, new Map(flat(JSON.parse(readFileSync(join(folder, name), 'utf8'))))]));
}

/** @param {string} key */
const pluralBase = (key) => /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1];
/** @param {unknown} text */
const placeholders = (text) => [...String(text).matchAll(/\{\{\s*[-\w.,: ]+\s*\}\}|<\/?\w+\/?>/g)].map(([found]) => found).sort();

const texts = new Map(LANGUAGES.map((language) => [language, read(language)]));
/** @type {string[]} */
const problems = [];

/** Keys of a file, plural forms reduced to their base key. @param {Map<string, unknown>} file */
const bases = (file) => new Set([...file.keys()].map((key) => pluralBase(key) ?? key));

/** @param {string} name @param {string} key */
function checkKey(name, key) {
  const found = LANGUAGES.map((language) => ({ language, file: texts.get(language)?.get(name) ?? new Map() }));
  const isPlural = found.some(({ file }) => file.has(`${key}_other`));
  const reference = placeholders(found.find(({ language }) => language === 'en')?.file.get(isPlural ? `${key}_other` : key));
  for (const { language, file } of found) {
    const wanted = isPlural ? PLURALS[language].map((form) => `${key}_${form}`) : [key];
    for (const each of wanted) {
      const place = `${language}/${name} ${each}`;
      if (!file.has(each)) problems.push(`${place}: missing`);
      else checkText(place, language, file.get(each), isPlural, reference);
    }
    for (const each of isPlural ? file.keys() : []) {
      if (pluralBase(each) === key && !wanted.includes(each))
        problems.push(`${language}/${name} ${each}: ${language} has no such plural form`);
    }
  }
}

/** @param {string} place @param {keyof typeof PLURALS} language @param {unknown} text @param {boolean} isPlural @param {string[]} reference */
function checkText(place, language, text, isPlural, reference) {
  if (typeof text !== 'string' || text.trim() === '') {
    problems.push(`${place}: empty or no text`);
    return;
  }
  if (language !== 'en' && !/\p{Script=Cyrillic}/u.test(text) && !SAME_EVERYWHERE.test(text.replace(/\{\{.*?\}\}/g, ''))) {
    problems.push(`${place}: left in English: ${text}`);
  }
  if (FOREIGN[language].test(text.replace(LANGUAGE_NAMES, ''))) problems.push(`${place}: letters of another language: ${text}`);
  for (const [pattern, reason] of STYLE) if (pattern.test(text)) problems.push(`${place}: ${reason}: ${text}`);
  for (const [pattern, reason] of OWN_STYLE[language] ?? [])
    if (pattern.test(`${place.split(' ')[1]}: ${text}`)) problems.push(`${place}: ${reason}: ${text}`);
  // A plural form may spell the number out and omit its placeholder.
  const own = placeholders(text);
  const isSame = own.join() === reference.join() || (isPlural && own.every((one) => reference.includes(one)));
  if (!isSame) problems.push(`${place}: placeholders ${own.join(' ') || 'none'}, English has ${reference.join(' ') || 'none'}`);
}

for (const name of new Set(LANGUAGES.flatMap((language) => [...(texts.get(language)?.keys() ?? [])]))) {
  const files = LANGUAGES.map((language) => [language, texts.get(language)?.get(name)]);
  for (const [language, file] of files) if (!file) problems.push(`${language}/${name}: no such file`);
  const keys = new Set(LANGUAGES.flatMap((language) => [...bases(texts.get(language)?.get(name) ?? new Map())]));
  if (files.every(([, file]) => file)) for (const key of keys) checkKey(name, key);
}

const successCodes = Object.values(ALL_ENDPOINTS).flatMap((endpoint) => (endpoint.successCode ? [endpoint.successCode] : []));
const errorTexts = texts.get('en')?.get('errors.json');
for (const key of [...Object.keys(ERRORS), ...FIELD_ERRORS, ...successCodes]) {
  if (!errorTexts?.has(key)) problems.push(`en/errors.json ${key}: the contract speaks of it`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
