import { useContext, useSyncExternalStore } from 'react';
import type { Tariff } from '#contract/tariffs.ts';
import { BootContext } from '../boot.ts';
import { useIsHydrated } from '../hydrated.tsx';
import { localStore } from '../storage.ts';

export interface Session {
  token: string;
  /** First name, if known. */
  name: string | null;
  tariff: Tariff | null;
  userId: number | null;
  /** False if the user has said at the login that the device is somebody else’s: unsaved input then ends with the tab. */
  isOwnDevice: boolean;
}

const KEYS = { token: 'carnet.token', name: 'carnet.name', tariff: 'carnet.tariff', user: 'carnet.user', device: 'carnet.device' } as const;
const ADMIN_KEY = 'carnet.tokenAdmin';
const OTHER_DEVICE = 'other';

const listeners = new Set<() => void>();
let session: Session | null = null;
let adminToken: string | null = null;
/** Key of the error that ended the administrator's session in this tab; null after a login or a logout. */
let adminEndCode: string | null = null;
/** The administrator's token while a change waits for a confirmation by a new login; it is still valid for everything else. */
let unconfirmedToken: string | null = null;
let isRead = false;

function read(): void {
  const token = localStore.get(KEYS.token);
  session = token
    ? {
        token,
        name: localStore.get(KEYS.name),
        tariff: localStore.get(KEYS.tariff) as Tariff | null,
        userId: Number(localStore.get(KEYS.user)) || null,
        isOwnDevice: localStore.get(KEYS.device) !== OTHER_DEVICE,
      }
    : null;
  adminToken = localStore.get(ADMIN_KEY);
  isRead = true;
}

/** Exists while the login dialog is shown because the server rejected the token; the page stays as it is. */
interface Suspension {
  token: string;
  renewed: Promise<boolean>;
  end: (isRenewed: boolean) => void;
}
let suspension: Suspension | null = null;
/** The token of the last login in the dialog, which accepts only the same user. */
let renewedToken: string | null = null;

function changed(): void {
  read();
  if (suspension && session?.token !== suspension.token) {
    suspension.end(isRenewed());
    suspension = null;
  }
  for (const listener of listeners) listener();
}

const store = (key: string, value: string | null | undefined): void => localStore.set(key, value || null);

/** The current session, for calls; components use `useSession`. */
export function currentSession(): Session | null {
  if (!isRead) read();
  return session;
}

export function startSession(started: Pick<Session, 'token'> & Partial<Session>): void {
  store(KEYS.token, started.token);
  store(KEYS.tariff, started.tariff);
  store(KEYS.name, started.name);
  store(KEYS.user, started.userId ? String(started.userId) : null);
  store(KEYS.device, started.isOwnDevice === false ? OTHER_DEVICE : null);
  changed();
}

/**
 * Opens the login dialog over the page. Resolves to true after a login in the dialog, and to false after a logout or after a login in
 * another tab, which may be by another user.
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

/** Continues a suspended session of the same user with a new token. */
export function renewSession(token: string): void {
  renewedToken = token;
  startSession({ ...currentSession(), token });
}

/** Whether the token comes from the login dialog, so that loaded data still belongs to the same user. */
export const isRenewed = (): boolean => session !== null && session.token === renewedToken;

/** Whether to show the login dialog. */
export const useIsSuspended = (): boolean => useStored(() => suspension !== null) ?? false;

/** Updates what is stored about the user; does nothing for a visitor. */
export function updateSession(update: Partial<Pick<Session, 'tariff' | 'name' | 'userId'>>): void {
  const now = currentSession();
  if (!now) return;
  const next = { ...now, ...update };
  if (next.tariff !== now.tariff || next.name !== now.name || next.userId !== now.userId) startSession(next);
}

/** Removes all that is stored about the user; listeners of `onSessionChange` clear the data loaded with the token. */
export function endSession(): void {
  for (const key of Object.values(KEYS)) localStore.remove(key);
  changed();
}

// Logins and logouts in other tabs. The key is null when the storage is cleared.
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

/**
 * In the browser the server snapshot is the current value as well, so that React does not render again synchronously after hydration.
 * Callers must not render the value before `useIsHydrated`.
 */
const useStored = <T>(current: () => T): T | null =>
  useSyncExternalStore<T | null>(onSessionChange, current, import.meta.env.SSR ? () => null : current);

/** Undefined on the server and until hydration, as the server has no token; null for a visitor. */
export function useSession(): Session | null | undefined {
  const isHydrated = useIsHydrated();
  const stored = useStored(currentSession);
  return isHydrated ? stored : undefined;
}

/** Whether to render for a user: from the cookie hint until hydration, then from the session. */
export function useHasSession(): boolean {
  const session = useSession();
  const hint = useContext(BootContext)?.hasSession ?? false;
  return session === undefined ? hint : session !== null;
}

/** The administrator's token, independent of the user's session. */
export function currentAdminToken(): string | null {
  if (!isRead) read();
  return adminToken;
}

export function startAdminSession(token: string): void {
  adminEndCode = null;
  unconfirmedToken = null;
  store(ADMIN_KEY, token);
  changed();
}

/** `code` is the error with which the server rejected the token; null for a logout. */
export function endAdminSession(code: string | null = null): void {
  adminEndCode = code;
  unconfirmedToken = code === NEEDS_CONFIRMATION ? currentAdminToken() : null;
  store(ADMIN_KEY, null);
  changed();
}

/** Goes on without the change that needs a recent login. */
export function resumeAdminSession(): void {
  if (unconfirmedToken !== null) startAdminSession(unconfirmedToken);
}

/** Whether an administrator's token is stored; undefined on the server and until hydration. */
export function useIsAdmin(): boolean | undefined {
  const isHydrated = useIsHydrated();
  const stored = useStored(currentAdminToken);
  return isHydrated ? stored !== null : undefined;
}

/** The change needs a recent login. */
export const NEEDS_CONFIRMATION = 'adminApi.reloginRequired';

/** The error that requires the administrator to log in again; null if there is none. */
export function useAdminEndCode(): string | null {
  return useStored(() => adminEndCode);
}
