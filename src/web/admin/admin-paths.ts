import { paths } from '../paths.ts';

/** The parameter that opens the dialog on the page of a user. */
export const WRITE = 'write';

/** The orders in the admin panel, searched for `q`. */
export const ordersPath = (q: string): string => `${paths.admin}?${new URLSearchParams({ tab: 'orders', q })}`;

/** The page of a user in the admin panel. */
export const userPath = (userId: number): string => `${paths.admin}?${new URLSearchParams({ tab: 'listUsers', user: String(userId) })}`;

/** The page of a user with the dialog that writes to them. */
export const writePath = (userId: number): string => `${userPath(userId)}&${WRITE}=1`;

/** The payments in the admin panel, searched for `q`. */
export const incomePath = (q: string): string => `${paths.admin}?${new URLSearchParams({ tab: 'income', q })}`;
