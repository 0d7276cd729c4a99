import { fromCents, toCents } from './money.ts';
import { CURRENCIES } from './tariffs.ts';

/** The currency of the prices. */
export const PRICE_CURRENCY = 'USD';

/** Currencies of an account that is not in that of the prices. */
export const TRANSFER_CURRENCIES = /* @__PURE__ */ CURRENCIES.filter((currency) => currency !== PRICE_CURRENCY);

/** Rates have four decimals. They are stored and multiplied as whole ten-thousandths. */
const RATE_PARTS = 10_000;
export const toRateParts = (rate: number): number => Math.round(rate * RATE_PARTS);
export const fromRateParts = (parts: number): number => parts / RATE_PARTS;

/** a · b / c, rounded to the nearest whole number, halves up (away from zero if negative). Exact, whatever the size of a · b. */
export function roundedShare(a: number, b: number, c: number): number {
  if (a < 0) return -roundedShare(-a, b, c);
  const [product, divisor] = [BigInt(a) * BigInt(b), BigInt(c)];
  return Number((2n * product + divisor) / (2n * divisor));
}

/** Cents of the other currency for cents of the prices. */
export const transferCents = (cents: number, rateParts: number): number => roundedShare(cents, rateParts, RATE_PARTS);

/** The amount to transfer for a price in US dollars. */
export const transferAmount = (price: number, rate: number): number => fromCents(transferCents(toCents(price), toRateParts(rate)));

/** The fields of a transfer in US dollars. */
export const NO_RATE = { transfer_currency: null, transfer_rate: null, rated_on: null };
export const NO_TRANSFER = { transfer_amount: null, ...NO_RATE };
