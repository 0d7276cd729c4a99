import { useContext, useSyncExternalStore } from 'react';
import type { Tariff } from '#contract/tariffs.ts';
import { BootContext } from '../boot.ts';
import { useIsHydrated } from '../hydrated.tsx';
import { localStore } from '../storage.ts';

export interface Session {
  token: string;
  /** First name, where it is known. */
  name: string | null;
  tariff: Tariff | null;
}

const KEYS = { token: 'carnet.token', name: 'carnet.name', tariff: 'carnet.tariff', admin: 'carnet.tokenAdmin' } as const;

const listeners = new Set<() => void>();
let session: Session | null = null;
let adminToken: string | null = null;
/** Key of the error that ended the administrator's session here; null after a login or a logout. */
let adminEndCode: string | null = null;
let isRead = false;

function read(): void {
  const token = localStore.get(KEYS.token);
  session = token ? { token, name: localStore.get(KEYS.name), tariff: localStore.get(KEYS.tariff) as Tariff | null } : null;
  adminToken = localStore.get(KEYS.admin);
  isRead = true;
}

/** Pending while the server no longer accepts the token and the login dialog is shown; the page stays as it is. */
interface Suspension {
  token: string;
  renewed: Promise<boolean>;
  end: (isRenewed: boolean) => void;
}
let suspension: Suspension | null = null;
/** The token of the last login in the dialog, which is by the same user. */
let renewedToken: string | null = null;

function changed(): void {
  read();
  if (suspension && session?.token !== suspension.token) {
    suspension.end(isRenewed());
    suspension = null;
  }
  for (const listener of listeners) listener();
}

const keep = (key: string, value: string | null | undefined): void => localStore.set(key, value || null);

/** Who is logged in now, for calls; components use `useSession`. */
export function currentSession(): Session | null {
  if (!isRead) read();
  return session;
}

export function startSession(started: { token: string; tariff?: Tariff | null; name?: string | null }): void {
  keep(KEYS.token, started.token);
  keep(KEYS.tariff, started.tariff);
  keep(KEYS.name, started.name);
  changed();
}

/**
 * Opens the login dialog over the page. Fulfilled with true after a login in it, and with false after a logout or a login in another tab,
 * which may be another user's.
 */
export function suspendSession(): Promise<boolean> {
  const token = currentSession()?.token;
  if (!token) return Promise.resolve(false);
  if (!suspension) {
    let end: Suspension['end'] = () => undefined;
    const renewed = new Promise<boolean>((resolve) => {
      end = resolve;
    });
    suspension = { token, renewed, end };
    changed();
  }
  return suspension.renewed;
}

/** Continues a suspended session of the same user with another token. */
export function renewSession(token: string): void {
  renewedToken = token;
  startSession({ ...currentSession(), token });
}

/** Whether the token comes from the login dialog, so that loaded data still belongs to the user. */
export const isRenewed = (): boolean => session !== null && session.token === renewedToken;

/** Whether the login dialog is to be shown. */
export const useIsSuspended = (): boolean => useStored(() => suspension !== null) ?? false;

/** Name or tariff became known or changed; does nothing for a visitor. */
export function updateSession(known: { tariff?: Tariff; name?: string }): void {
  const now = currentSession();
  if (!now || ((known.tariff ?? now.tariff) === now.tariff && (known.name ?? now.name) === now.name)) return;
  startSession({ ...now, ...known });
}

/** Forgets token, name and tariff (specification 4); subscribers of `onSessionChange` drop what was loaded with it. */
export function endSession(): void {
  for (const key of [KEYS.token, KEYS.name, KEYS.tariff]) localStore.remove(key);
  changed();
}

// Other tabs log in and out too; a key of null is a cleared store.
const onStorage = (event: StorageEvent): void => {
  if (event.key === null || event.key.startsWith('carnet.')) changed();
};

export function onSessionChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** The same from the first drawing on, so that React finds nothing to draw anew at one go. */
const useStored = <T>(current: () => T): T | null =>
  useSyncExternalStore<T | null>(onSessionChange, current, import.meta.env.SSR ? () => null : current);

/** undefined while the page comes alive (the server knows no token), null for a visitor. */
export function useSession(): Session | null | undefined {
  const isHydrated = useIsHydrated();
  const known = useStored(currentSession);
  return isHydrated ? known : undefined;
}

/** Whether to render for a user: by the server's hint until the page is hydrated, then by the session. */
export function useHasSession(): boolean {
  const session = useSession();
  const hint = useContext(BootContext)?.hasSession ?? false;
  return session === undefined ? hint : session !== null;
}

/** An administrator's token, beside the user's and independent of it. */
export function currentAdminToken(): string | null {
  if (!isRead) read();
  return adminToken;
}

export function startAdminSession(token: string): void {
  adminEndCode = null;
  keep(KEYS.admin, token);
  changed();
}

/** `code` is the error that refused the token; undefined for a logout. */
export function endAdminSession(code: string | null = null): void {
  adminEndCode = code;
  keep(KEYS.admin, null);
  changed();
}

/** Whether an administrator's token is kept here; undefined while the page comes alive, as on the server. */
export function useIsAdmin(): boolean | undefined {
  const isHydrated = useIsHydrated();
  const known = useStored(currentAdminToken);
  return isHydrated ? known !== null : undefined;
}

/** The error that requires the administrator to log in again; null if there is none. */
export function useAdminEndCode(): string | null {
  return useStored(() => adminEndCode);
}
