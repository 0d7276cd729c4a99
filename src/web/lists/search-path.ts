import { paths } from '../paths.ts';

/** A list of the admin panel, searched for `q`. */
export const searchPath = (tab: 'orders' | 'listUsers', q: string): string => `${paths.admin}?${new URLSearchParams({ tab, q })}`;
