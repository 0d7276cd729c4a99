/** The top of a scale: the next of 2, 4, 6, 8, 10, 20 ..., so that its half is a whole number too. */
export function scaleTop(values: readonly number[]): number {
  const highest = Math.max(...values);
  for (let unit = 1; ; unit *= 10) for (const step of [2, 4, 6, 8, 10]) if (step * unit >= highest) return step * unit;
}

/** The part of the lowest value that a scale spans at least: small differences look small. */
const SPAN_MIN = 0.1;

/** A scale of two equal steps around values, which need not begin at 0; steps are 1, 2 or 5 of a power of ten. */
export function scaleAround(values: readonly number[]): { low: number; top: number } {
  const lowest = Math.min(...values);
  const highest = Math.max(...values, lowest * (1 + SPAN_MIN));
  for (let exponent = -3; ; exponent += 1)
    for (const digit of [1, 2, 5]) {
      // 10 ** -3 is not exact, 1 / 10 ** 3 is.
      const unit = exponent < 0 ? digit / 10 ** -exponent : digit * 10 ** exponent;
      const low = Math.floor(lowest / unit);
      if ((low + 2) * unit >= highest) return { low: low * unit, top: (low + 2) * unit };
    }
}
