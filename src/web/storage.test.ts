import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { localStore, tabStore } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

const STORES = [
  ['localStorage', localStore],
  ['sessionStorage', tabStore],
] as const;

describe.each(STORES)('%s', (name, store) => {
  const stored = new Map<string, string>();
  const working = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const stub = (storage: unknown) => vi.stubGlobal(name, storage);

  beforeEach(() => {
    stored.clear();
    stub(working);
    store.remove('key');
  });

  test('stores, replaces and removes a value', () => {
    expect(store.get('key')).toBeNull();
    store.set('key', '1');
    expect(stored.get('key')).toBe('1');
    stored.set('key', '2');
    expect(store.get('key')).toBe('2');
    store.set('key', null);
    expect(stored.size).toBe(0);
    expect(store.get('key')).toBeNull();
  });

  test('falls back to memory when it is blocked', () => {
    vi.unstubAllGlobals();
    const original = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    });
    try {
      expect(store.get('key')).toBeNull();
      store.set('key', '1');
      expect(store.get('key')).toBe('1');
      store.remove('key');
      expect(store.get('key')).toBeNull();
    } finally {
      Reflect.deleteProperty(globalThis, name);
      if (original) Object.defineProperty(globalThis, name, original);
    }
  });

  test('keeps the newest value in memory while it is full', () => {
    store.set('key', 'old');
    stub({
      ...working,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    store.set('key', 'new');
    expect(store.get('key')).toBe('new');
    stub(working);
    store.set('key', 'newer');
    expect(stored.get('key')).toBe('newer');
    expect(store.get('key')).toBe('newer');
  });
});
