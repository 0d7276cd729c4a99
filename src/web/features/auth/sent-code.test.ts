import { afterEach, expect, test, vi } from 'vitest';
import { CODE_TTL } from '#contract/limits.ts';
import { isFresh, readSentCode, storeSentCode } from './sent-code.ts';

function storage(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('restores the address and time of a code, and removes them once it is used', () => {
  vi.stubGlobal('sessionStorage', storage(new Map()));
  const sent = { email: 'olena@example.com', at: Date.now() };
  storeSentCode(sent);
  expect(readSentCode()).toEqual(sent);
  storeSentCode(undefined);
  expect(readSentCode()).toBeUndefined();
});

test('ignores an expired code', () => {
  const sent = { email: 'olena@example.com', at: 1_000 };
  expect(isFresh(sent, 1_000 + CODE_TTL - 1)).toBe(true);
  expect(isFresh(sent, 1_000 + CODE_TTL)).toBe(false);
  vi.stubGlobal('sessionStorage', storage(new Map()));
  storeSentCode(sent);
  expect(readSentCode()).toBeUndefined();
});

test.each(['{', 'null', '7', '{"email":5,"at":1}', '{"email":"a@b.co"}'])('ignores an invalid stored value (%s)', (text) => {
  vi.stubGlobal('sessionStorage', storage(new Map([['carnet.registration', text]])));
  expect(readSentCode()).toBeUndefined();
});

test('without session storage, keeps the step until the page is left', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const sent = { email: 'a@b.co', at: Date.now() };
  storeSentCode(sent);
  expect(readSentCode()).toEqual(sent);
  storeSentCode(undefined);
  expect(readSentCode()).toBeUndefined();
});
