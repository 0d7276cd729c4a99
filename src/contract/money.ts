const CENTS = 100;

/** Amounts have two decimals. They are stored, added and multiplied as whole cents, to avoid errors of binary fractions. */
export const toCents = (amount: number): number => Math.round(amount * CENTS);
export const fromCents = (cents: number): number => cents / CENTS;

export const sumOfAmounts = (amounts: readonly number[]): number =>
  fromCents(amounts.reduce((cents, amount) => cents + toCents(amount), 0));
