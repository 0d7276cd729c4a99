/** Roles of administrators: `all` may call every endpoint of the panel, `orders` only those for orders and messages, and for finding the users they are from. */
export const ADMIN_ROLES = ['all', 'orders'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Whether an administrator of the role `own` may call an endpoint with the given `role`. */
export const isAllowed = (own: AdminRole, role: AdminRole): boolean => own === 'all' || role === own;
