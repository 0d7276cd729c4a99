import { useEffect, useSyncExternalStore } from 'react';
import { useIsHydrated } from '../hydrated.tsx';
import { tabStore } from '../storage.ts';

/**
 * Unsaved input, kept in the tab under a key such as `vehicle.7.record.new`: it survives a walk to another page, a reload and a tab that the
 * phone has discarded, and goes with a logout or when the tab is closed.
 */
const KEY = 'carnet.drafts';

interface Kept {
  /** Id of the user who typed it, as far as known. */
  owner?: number;
  drafts: Record<string, object>;
}

const listeners = new Set<() => void>();
let lastText: string | null = null;
let kept: Kept = { drafts: {} };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** No drafts, if the stored text is not what this module writes. */
function parsed(text: string | null): Kept {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isObject(value) || !isObject(value.drafts)) return { drafts: {} };
    const drafts = Object.fromEntries(Object.entries(value.drafts).filter((entry): entry is [string, object] => isObject(entry[1])));
    return typeof value.owner === 'number' ? { owner: value.owner, drafts } : { drafts };
  } catch {
    return { drafts: {} };
  }
}

function read(): Kept {
  const text = tabStore.get(KEY);
  if (text !== lastText) kept = parsed(text);
  lastText = text;
  return kept;
}

function write(next: Kept): void {
  tabStore.set(KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** `value` with the fields of `fresh`; a field of another type, as another release may have stored it, is that of `fresh`. */
function filled(value: unknown, fresh: unknown): unknown {
  if (fresh === undefined) return value;
  if (!isObject(fresh)) return typeof value === typeof fresh ? value : fresh;
  const known = isObject(value) ? value : {};
  return Object.fromEntries(Object.entries(fresh).map(([name, part]) => [name, filled(known[name], part)]));
}

/** The kept draft of a form that holds `fresh` when nothing has been typed. */
export function readDraft<T extends object>(key: string, fresh: T): T | undefined {
  const draft = read().drafts[key];
  return draft && (filled(draft, fresh) as T);
}

export const hasDraft = (key: string): boolean => read().drafts[key] !== undefined;

/** Undefined removes the draft. */
export function writeDraft(key: string, draft: object | undefined): void {
  const { [key]: before, ...others } = read().drafts;
  if (!before && !draft) return;
  write({ ...read(), drafts: draft ? { ...others, [key]: draft } : others });
}

/** Keys of the drafts of a vehicle begin with it. */
export const vehicleDraftsKey = (vehicleId: number): string => `vehicle.${vehicleId}.`;

/** Keys of the drafts that begin with `start`. */
export const draftKeys = (start: string): string[] => Object.keys(read().drafts).filter((key) => key.startsWith(start));

export function clearDrafts(): void {
  write({ drafts: {} });
}

/** Removes what another user of this tab has typed. */
export function claimDrafts(owner: number): void {
  const { owner: before, drafts } = read();
  if (before === owner) return;
  write({ owner, drafts: before === undefined ? drafts : {} });
}

/** Keeps the draft of a form, undefined for a form without unsaved input; asks before the tab is closed on it. */
export function useStoredDraft(key: string, draft: object | undefined): void {
  const text = draft && JSON.stringify(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the draft, which is a new object with each render
  useEffect(() => writeDraft(key, draft), [key, text]);
  const isDirty = draft !== undefined;
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a draft whose key begins with `start` is kept. */
export function useHasDraft(start: string): boolean {
  const isHydrated = useIsHydrated();
  const hasDraft = useSyncExternalStore(
    subscribe,
    () => draftKeys(start).length > 0,
    () => false,
  );
  return isHydrated && hasDraft;
}
