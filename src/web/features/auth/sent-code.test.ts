import { afterEach, expect, test, vi } from 'vitest';
import { CODE_TTL } from '#contract/limits.ts';
import { isFresh, keepSentCode, readSentCode } from './sent-code.ts';

function storage(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('address and time of a code are found again, and forgotten when it is used', () => {
  vi.stubGlobal('sessionStorage', storage(new Map()));
  const sent = { email: 'olena@example.com', at: Date.now() };
  keepSentCode(sent);
  expect(readSentCode()).toEqual(sent);
  keepSentCode(undefined);
  expect(readSentCode()).toBeUndefined();
});

test('a code past its time is not asked for', () => {
  const sent = { email: 'olena@example.com', at: 1_000 };
  expect(isFresh(sent, 1_000 + CODE_TTL - 1)).toBe(true);
  expect(isFresh(sent, 1_000 + CODE_TTL)).toBe(false);
  vi.stubGlobal('sessionStorage', storage(new Map()));
  keepSentCode(sent);
  expect(readSentCode()).toBeUndefined();
});

test.each(['{', 'null', '7', '{"email":5,"at":1}', '{"email":"a@b.co"}'])('what is no sent code (%s) is passed over', (text) => {
  vi.stubGlobal('sessionStorage', storage(new Map([['carnet.registration', text]])));
  expect(readSentCode()).toBeUndefined();
});

test('without a storage the step lasts until the page is left', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const sent = { email: 'a@b.co', at: Date.now() };
  keepSentCode(sent);
  expect(readSentCode()).toEqual(sent);
  keepSentCode(undefined);
  expect(readSentCode()).toBeUndefined();
});
