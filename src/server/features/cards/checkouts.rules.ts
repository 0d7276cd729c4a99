/** Milliseconds. Requests of the same content within a slot are one request for the card service. */
export const SLOT = 60_000;
/** Milliseconds. The card service requires at least half an hour; after that the payer starts again with the current order. */
const OPEN_FOR = 31 * 60_000;

/** When a checkout made now expires, in milliseconds: the same moment for all of a slot, 31 to 32 minutes ahead. */
export const expiryOf = (now: number): number => (Math.floor(now / SLOT) + 1) * SLOT + OPEN_FOR;
