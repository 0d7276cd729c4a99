import { useEffect, useSyncExternalStore } from 'react';
import { useIsHydrated } from '../hydrated.tsx';
import { tabStore } from '../storage.ts';

/**
 * Unsaved form input, stored per tab under keys such as `vehicle.7.record.new`. It survives navigation, reloads and discarded tabs on
 * phones; it is removed on logout and when the tab is closed.
 */
const KEY = 'carnet.drafts';

interface StoredDrafts {
  /** Id of the user who entered the drafts, if known. */
  owner?: number;
  drafts: Record<string, object>;
}

const listeners = new Set<() => void>();
let lastText: string | null = null;
let cached: StoredDrafts = { drafts: {} };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the stored text; returns no drafts if it is invalid. */
function parsed(text: string | null): StoredDrafts {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isObject(value) || !isObject(value.drafts)) return { drafts: {} };
    const drafts = Object.fromEntries(Object.entries(value.drafts).filter((entry): entry is [string, object] => isObject(entry[1])));
    return typeof value.owner === 'number' ? { owner: value.owner, drafts } : { drafts };
  } catch {
    return { drafts: {} };
  }
}

function read(): StoredDrafts {
  const text = tabStore.get(KEY);
  if (text !== lastText) cached = parsed(text);
  lastText = text;
  return cached;
}

function write(next: StoredDrafts): void {
  tabStore.set(KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** Returns `value` with the fields of `fresh`. A missing field, or one of another type (from another release), has its value in `fresh`. */
function filled(value: unknown, fresh: unknown): unknown {
  if (fresh === undefined) return value;
  if (!isObject(fresh)) return typeof value === typeof fresh ? value : fresh;
  const source = isObject(value) ? value : {};
  return Object.fromEntries(Object.entries(fresh).map(([name, part]) => [name, filled(source[name], part)]));
}

/** Returns the stored draft of a form, or undefined. `fresh` is the value of the form without input. */
export function readDraft<T extends object>(key: string, fresh: T): T | undefined {
  const draft = read().drafts[key];
  return draft && (filled(draft, fresh) as T);
}

export const hasDraft = (key: string): boolean => read().drafts[key] !== undefined;

/** Stores a draft; undefined removes it. */
export function writeDraft(key: string, draft: object | undefined): void {
  const { [key]: before, ...others } = read().drafts;
  if (!before && !draft) return;
  write({ ...read(), drafts: draft ? { ...others, [key]: draft } : others });
}

/** Prefix of the keys of all drafts of a vehicle. */
export const vehicleDraftsKey = (vehicleId: number): string => `vehicle.${vehicleId}.`;

/** Keys of the stored drafts that begin with `start`. */
export const draftKeys = (start: string): string[] => Object.keys(read().drafts).filter((key) => key.startsWith(start));

export function clearDrafts(): void {
  write({ drafts: {} });
}

/** Assigns the drafts of this tab to a user; removes those of another user. */
export function claimDrafts(owner: number): void {
  const { owner: before, drafts } = read();
  if (before === owner) return;
  write({ owner, drafts: before === undefined ? drafts : {} });
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
