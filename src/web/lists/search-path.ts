import { paths } from '../paths.ts';

/** A list of the admin panel, searched for `q`. */
export const searchPath = (tab: 'orders' | 'listUsers', q: string): string => `${paths.admin}?${new URLSearchParams({ tab, q })}`;

/** The page of a user in the admin panel. */
export const userPath = (userId: number): string => `${paths.admin}?${new URLSearchParams({ tab: 'listUsers', user: String(userId) })}`;
