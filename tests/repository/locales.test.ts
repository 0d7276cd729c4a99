import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { ERRORS, FIELD_ERRORS } from '#contract/errors.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'check-locales.mjs');
type Texts = Record<string, unknown>;

const SCREEN: Record<'ua' | 'ru' | 'en', Texts> = {
  ua: {
    title: 'Мої авто',
    brand: 'Carnet',
    nested: { hello: 'Вітаємо, {{name}}' },
    cars_one: '{{count}} авто',
    cars_few: '{{count}} авто',
    cars_many: '{{count}} авто',
    cars_other: '{{count}} авто',
    tongue: 'Українська',
  },
  ru: {
    title: 'Мои машины',
    brand: 'Carnet',
    nested: { hello: 'Здравствуйте, {{name}}' },
    cars_one: '{{count}} машина',
    cars_few: '{{count}} машины',
    cars_many: '{{count}} машин',
    cars_other: '{{count}} машины',
    tongue: 'Українська',
  },
  en: {
    title: 'My cars',
    brand: 'Carnet',
    nested: { hello: 'Hello, {{name}}' },
    cars_one: 'A car',
    cars_other: '{{count}} cars',
    tongue: 'Українська',
  },
};

let folder: string;

function errorTexts(text: string): Texts {
  const done = Object.values(ALL_ENDPOINTS).flatMap((endpoint) => (endpoint.successCode ? [endpoint.successCode] : []));
  return Object.fromEntries([...Object.keys(ERRORS), ...FIELD_ERRORS, ...done].map((key) => [key, text]));
}

function write(file: string, texts: Texts) {
  writeFileSync(join(folder, file), JSON.stringify(texts));
}

function check() {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  return { status, problems: stderr.trim() };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carnet-locales-'));
  for (const language of ['ua', 'ru', 'en'] as const) {
    mkdirSync(join(folder, language));
    write(`${language}/screen.json`, SCREEN[language]);
    write(`${language}/errors.json`, errorTexts(language === 'en' ? 'No' : 'Нет'));
  }
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('accepts complete texts', () => {
  expect(check()).toEqual({ status: 0, problems: '' });
});

const { title, ...untitled } = SCREEN.ru;
const { cars_many, ...withoutMany } = SCREEN.ua;
const { 'api.404': missing, ...withoutError } = errorTexts('No') as Texts & { 'api.404': string };

test.each<[string, string, Texts, string]>([
  ['a missing key', 'ru/screen.json', untitled, 'ru/screen.json title: missing'],
  ['a key that the others lack', 'ru/screen.json', { ...SCREEN.ru, more: 'Ещё' }, 'ua/screen.json more: missing'],
  ['a missing plural form', 'ua/screen.json', withoutMany, 'ua/screen.json cars_many: missing'],
  ['a plural form that the language lacks', 'en/screen.json', { ...SCREEN.en, cars_few: 'Cars' }, 'en has no such plural form'],
  ['another placeholder', 'ua/screen.json', { ...SCREEN.ua, nested: { hello: 'Вітаємо, {{nme}}' } }, 'nested.hello: placeholders'],
  ['an empty text', 'ru/screen.json', { ...SCREEN.ru, title: ' ' }, 'ru/screen.json title: empty'],
  ['English in Russian', 'ru/screen.json', { ...SCREEN.ru, title: 'My cars' }, 'title: left in English'],
  ['Russian in Ukrainian', 'ua/screen.json', { ...SCREEN.ua, title: 'Мои машины, объём' }, 'letters of another language'],
  ['Ukrainian in Russian', 'ru/screen.json', { ...SCREEN.ru, title: 'Мої авто' }, 'letters of another language'],
  ['an error without a text', 'en/errors.json', withoutError, 'api.404: the contract speaks of it'],
  [
    'a unit after a plain space',
    'en/screen.json',
    { ...SCREEN.en, title: 'At most 5 MB' },
    'title: a number and its unit need a no-break space',
  ],
  ['a unit after a plain space and a value', 'ua/screen.json', { ...SCREEN.ua, nested: { hello: '{{name}} км' } }, 'no-break space'],
  ['№ before a plain space', 'ru/screen.json', { ...SCREEN.ru, title: 'Машина № 5' }, 'title: № needs a no-break space'],
  ['straight quotes', 'en/screen.json', { ...SCREEN.en, title: "Here's my car" }, 'title: straight quotes'],
  ['a word for the login that English texts do not use', 'en/screen.json', { ...SCREEN.en, title: 'Sign in' }, 'title: say email'],
  ['a passive with the one who acted', 'ua/screen.json', { ...SCREEN.ua, title: 'Змінено іншим адміністратором' }, 'title: say who did it'],
  ['a button that leaves a form by another word', 'ru/screen.json', { ...SCREEN.ru, cancel: 'Отменить' }, 'cancel: the button'],
  ['a file that the others lack', 'en/extra.json', { title: 'More' }, 'ua/extra.json: no such file'],
])('rejects %s', (_, file, texts, problem) => {
  write(file, texts);
  const result = check();
  expect(result.problems).toContain(problem);
  expect(result.status).toBe(1);
});

const ENGLISH = join(import.meta.dirname, '..', '..', 'locales', 'en');

/** Phrases that must be used word for word. */
test.each([
  ['errors', 'validation.required', 'field cannot be empty'],
  ['errors', 'recordsApi.400', 'Fill in all fields.'],
  ['errors', 'adminApi.400', 'Fill in all fields.'],
  ['errors', 'tariffApi.status.sequence', 'Follow the correct sequence'],
  ['errors', 'tariffApi.status.completed', 'already completed, no further changes'],
  ['errors', 'pricesApi.update.422', 'no tariffs to update'],
  ['errors', 'pricesApi.update.400', 'price must be specified'],
  ['errors', 'carsApi.409', 'VIN, HIN and serial number must be unique'],
  ['errors', 'api.loginUser.403', 'locked for 15 minutes'],
  ['records', 'history.none', 'No records yet'],
  ['vehicles', 'card.noWork', 'No records yet'],
  ['vehicles', 'search.none', 'not in the list'],
  ['admin', 'loading', 'Loading...'],
  ['notFound', 'home', 'Go to homepage'],
  ['orders', 'states.processing', 'Awaiting payment'],
  ['orders', 'states.confirmed', 'Payment received, awaiting activation'],
  ['orders', 'card.after', 'within 24 hours after payment'],
])('%s.json %s contains: %s', (file, key, phrase) => {
  const texts = JSON.parse(readFileSync(join(ENGLISH, `${file}.json`), 'utf8'));
  const text = texts[key] ?? key.split('.').reduce((node, part) => node?.[part], texts);
  expect(text).toContain(phrase);
});
