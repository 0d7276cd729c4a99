import { expect, test, vi } from 'vitest';
import { day, email, isStorable, line, personName, phone, text, year } from './fields.ts';

test.each([
  ['', true],
  ['Олена 🚗 \u{1f469}\u200d\u{1f527}', true],
  ['a\0b', false],
  ['\ud83d', false],
  ['a\ude97', false],
  ['\ude97\ud83d', false],
])('isStorable(%j) returns %s without String.prototype.isWellFormed', (text, expected) => {
  const native = vi.spyOn(String.prototype, 'isWellFormed').mockImplementation(() => {
    throw new TypeError('isWellFormed is not a function');
  });
  try {
    expect(isStorable(text)).toBe(expected);
  } finally {
    native.mockRestore();
  }
});

test.each([
  ['a direction override', 'exe\u202egpj', 'exegpj'],
  ['isolates and marks', '\u2066Bosch\u2069 \u200e5\u200f\u061c', 'Bosch 5'],
  ['zero-width spaces, soft hyphens and a byte order mark', '\ufeffРе\u00adмонт\u200b\u2060', 'Ремонт'],
  ['joiners of emoji and letters', '\u{1f469}\u200d\u{1f527} \u0646\u200c\u0645', '\u{1f469}\u200d\u{1f527} \u0646\u200c\u0645'],
])('a text with %s keeps what is visible', (_, typed, kept) => {
  expect(text(50).parse(typed)).toBe(kept);
});

test('a phone number copied with direction marks is read', () => {
  expect(phone.parse('\u202a+380 67 123-45-67\u202c')).toBe('+380 67 123-45-67');
});

test('a single line has single spaces, a text keeps its lines', () => {
  expect(line(50).parse(' Заміна\n оливи\t5W\u00a0\u00a030 ')).toBe('Заміна оливи 5W 30');
  expect(text(50).parse('a\nb')).toBe('a\nb');
});

test('invisible characters around a day, a year and an email are ignored', () => {
  expect(day.parse('\u200e2026-01-02\u200b')).toBe('2026-01-02');
  expect(year.parse('\u200e2014\u200f')).toBe(2014);
  expect(email.parse('\u200ba@example.com\u2060')).toBe('a@example.com');
});

test.each([
  ['', 'validation.date.required'],
  [' ', 'validation.date.required'],
  ['2026-02-30', 'validation.date.format'],
])('the day %j is %s', (typed, code) => {
  expect(day.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([code]);
});

test.each(['Nguyễn', 'Łukasz', 'Ґалаґан', 'Д’Артаньян'])('%s is a name', (name) => {
  expect(personName.parse(name)).toBe(name);
});
test.each(['Ян', 'Анна-Марія', 'Bob2'])('%s is no name', (name) => {
  expect(personName.safeParse(name).success).toBe(false);
});
