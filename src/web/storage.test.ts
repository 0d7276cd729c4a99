import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { localStore, tabStore } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

const STORES = [
  ['localStorage', localStore],
  ['sessionStorage', tabStore],
] as const;

describe.each(STORES)('%s', (name, store) => {
  const kept = new Map<string, string>();
  const working = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const stub = (storage: unknown) => vi.stubGlobal(name, storage);

  beforeEach(() => {
    kept.clear();
    stub(working);
    store.remove('key');
  });

  test('keeps, replaces and removes', () => {
    expect(store.get('key')).toBeNull();
    store.set('key', '1');
    expect(kept.get('key')).toBe('1');
    kept.set('key', '2');
    expect(store.get('key')).toBe('2');
    store.set('key', null);
    expect(kept.size).toBe(0);
    expect(store.get('key')).toBeNull();
  });

  test('that is blocked is replaced by memory', () => {
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

  test('that is full keeps the newest value in memory, until the storage takes one', () => {
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
    expect(kept.get('key')).toBe('newer');
    expect(store.get('key')).toBe('newer');
  });
});
