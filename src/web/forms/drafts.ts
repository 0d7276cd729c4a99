import { useEffect, useSyncExternalStore } from 'react';
import { DAY } from '#contract/time.ts';
import { newAttemptKey } from '../api/attempt-key.ts';
import { currentSession } from '../api/session.ts';
import { useIsHydrated } from '../hydrated.tsx';
import { localStore, type Store, tabStore } from '../storage.ts';
import { DRAFT_PREFIX, draftOwner, VISITOR } from './remove-drafts.ts';

/**
 * Unsaved form input, stored under keys such as `vehicle.7.record.new`. Drafts of a user are kept in this browser by account, one for each
 * form and tab; those of a visitor, or of a user on a device of somebody else, in the tab.
 */
const TAB = 'carnet-tab';
const LIFETIME = 14 * DAY;

const storeNow = (): Store => (draftOwner() !== VISITOR && currentSession()?.isOwnDevice ? localStore : tabStore);

/** The id of this tab, which survives a reload. */
function thisTab(): string {
  const known = tabStore.get(TAB);
  if (known) return known;
  const created = newAttemptKey();
  tabStore.set(TAB, created);
  return created;
}

interface Entry {
  store: Store;
  /** Name in the store: prefix, owner, tab, key. */
  name: string;
  owner: string;
  tab: string;
  key: string;
}

interface Stored {
  /** Time of the last change (milliseconds). */
  at: number;
  draft: object;
}

const nameOf = (key: string, owner = draftOwner()): string => `${DRAFT_PREFIX}${owner}.${thisTab()}.${key}`;

function entriesOf(store: Store): Entry[] {
  return store.keys(DRAFT_PREFIX).map((name) => {
    const [owner = '', tab = '', ...key] = name.slice(DRAFT_PREFIX.length).split('.');
    return { store, name, owner, tab, key: key.join('.') };
  });
}
const allEntries = (): Entry[] => [...entriesOf(tabStore), ...entriesOf(localStore)];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined if the stored text is invalid. */
function contentOf({ store, name }: Pick<Entry, 'store' | 'name'>): Stored | undefined {
  try {
    const value: unknown = JSON.parse(store.get(name) ?? 'null');
    return isObject(value) && typeof value.at === 'number' && isObject(value.draft) ? { at: value.at, draft: value.draft } : undefined;
  } catch {
    return undefined;
  }
}

/** Names of drafts whose tab was closed, when that was last looked up. */
let orphans: ReadonlySet<string> = new Set();

/** What this tab may read: its drafts, what a visitor has typed in it before logging in, and the drafts of closed tabs. */
function readable(): Entry[] {
  const [owner, tab] = [draftOwner(), thisTab()];
  return allEntries().filter((entry) =>
    entry.store === tabStore
      ? entry.owner === owner || entry.owner === VISITOR
      : entry.owner === owner && (entry.tab === tab || orphans.has(entry.name)),
  );
}

const listeners = new Set<() => void>();
function changed(): void {
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Times of the drafts of closed tabs that a form of this tab has taken, by name. */
const taken = new Map<string, number>();

/** Returns `value` with the fields of `fresh`. A missing field, or one of another type (from another release), has its value in `fresh`. */
function filled(value: unknown, fresh: unknown): unknown {
  if (fresh === undefined) return value;
  if (!isObject(fresh)) return typeof value === typeof fresh ? value : fresh;
  const source = isObject(value) ? value : {};
  return Object.fromEntries(Object.entries(fresh).map(([name, part]) => [name, filled(source[name], part)]));
}

/**
 * Returns the stored draft of a form, or undefined. `fresh` is the value of the form without input. Without a draft of this tab, the newest
 * other one that it may read becomes its own.
 */
export function readDraft<T extends object>(key: string, fresh?: T): T | undefined {
  const [store, name] = [storeNow(), nameOf(key)];
  const own = contentOf({ store, name });
  if (own) return filled(own.draft, fresh) as T;
  const [newest] = readable()
    .flatMap((entry) => ({ ...entry, content: entry.key === key ? contentOf(entry) : undefined }))
    .flatMap(({ content, ...entry }) => (content ? [{ ...entry, content }] : []))
    .sort((a, b) => b.content.at - a.content.at);
  if (!newest) return undefined;
  newest.store.remove(newest.name);
  store.set(name, JSON.stringify(newest.content));
  if (newest.tab !== thisTab()) taken.set(name, newest.content.at);
  return filled(newest.content.draft, fresh) as T;
}

/** Keys of the drafts that begin with `start`. */
export const draftKeys = (start: string): string[] => [
  ...new Set(readable().flatMap((entry) => (entry.key.startsWith(start) && contentOf(entry) ? [entry.key] : []))),
];

export const hasDraft = (key: string): boolean => draftKeys(key).includes(key);

/** Stores a draft; undefined removes it. */
export function writeDraft(key: string, draft: object | undefined): void {
  const [store, name] = [storeNow(), nameOf(key)];
  if (draftOwner() !== VISITOR) tabStore.remove(nameOf(key, VISITOR));
  const before = store.get(name);
  if (!before && !draft) return;
  store.set(name, draft ? JSON.stringify({ at: Date.now(), draft } satisfies Stored) : null);
  if (!draft) taken.delete(name);
  if (!before || !draft) changed();
}

/** Prefix of the keys of all drafts of a vehicle. */
export const vehicleDraftsKey = (vehicleId: number): string => `vehicle.${vehicleId}.`;

const lockOf = (tab: string): string => `carnet-tab.${tab}`;
/** Milliseconds for which a reloaded tab waits until its former document gives back the lock. */
const LOCK_WAIT = 500;
let held: Promise<void> | undefined;

/** Holds a lock as long as this tab is open. A duplicated tab begins with the id of the first one, and gets another. */
async function holdTab(): Promise<void> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), LOCK_WAIT);
  const isFree = await new Promise<boolean>((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise(() => undefined);
    };
    navigator.locks.request(lockOf(thisTab()), { signal: waiting.signal }, hold).catch(() => resolve(false));
  });
  clearTimeout(timer);
  if (isFree) return;
  tabStore.remove(TAB);
  return holdTab();
}

/** The locks of the open tabs; undefined if they are unknown, as on a page over plain http. */
async function openTabs(): Promise<ReadonlySet<string | undefined> | undefined> {
  if (!('locks' in navigator)) return undefined;
  if (!held) document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void findOrphans());
  held ??= holdTab();
  await held;
  return new Set((await navigator.locks.query()).held?.map(({ name }) => name));
}

/**
 * Looks up which drafts are of closed tabs, and removes those that are too old. Pages with forms wait for it. Where open tabs are unknown,
 * the drafts of all other tabs count: the form of an open tab keeps its text anyway.
 */
export async function findOrphans(): Promise<void> {
  const open = await openTabs().catch(() => undefined);
  const entries = entriesOf(localStore);
  const oldest = Date.now() - LIFETIME;
  for (const entry of entries) if ((contentOf(entry)?.at ?? 0) < oldest) entry.store.remove(entry.name);
  orphans = new Set(entries.flatMap(({ name, tab }) => (tab !== thisTab() && !open?.has(lockOf(tab)) ? [name] : [])));
  changed();
}

/**
 * Stores the draft of a form; pass undefined for a form without unsaved input. The form itself asks before the tab is closed, with
 * `useUnloadQuestion` or `useLeaveGuard`.
 */
export function useStoredDraft(key: string, draft: object | undefined): void {
  const text = draft && JSON.stringify(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `draft` is a new object in each render; `text` changes with its content
  useEffect(() => writeDraft(key, draft), [key, text]);
}

/** Whether a draft whose key begins with `start` is stored. */
export function useHasDraft(start: string): boolean {
  const isHydrated = useIsHydrated();
  const hasDraft = useSyncExternalStore(
    subscribe,
    () => draftKeys(start).length > 0,
    () => false,
  );
  return isHydrated && hasDraft;
}

/** Time of the draft that the form has taken from a closed tab, until it is saved or discarded. */
export const useTakenDraft = (key: string): number | undefined =>
  useSyncExternalStore(
    subscribe,
    () => taken.get(nameOf(key)),
    () => undefined,
  );
