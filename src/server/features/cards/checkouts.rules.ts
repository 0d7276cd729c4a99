/** Milliseconds. Identical requests within a slot have the same idempotency key for the card service. */
export const SLOT = 60_000;
/** Milliseconds. The card service requires at least 30 minutes; afterwards the user starts a new checkout with the current order. */
const OPEN_FOR = 31 * 60_000;

/** Expiry of a checkout that is created at `now` (milliseconds): the same for a whole slot, 31 to 32 minutes later. */
export const expiryOf = (now: number): number => (Math.floor(now / SLOT) + 1) * SLOT + OPEN_FOR;
