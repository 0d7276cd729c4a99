/** The top of a scale: the next of 2, 4, 6, 8, 10, 20 ..., so that its half is a whole number too. */
export function scaleTop(values: readonly number[]): number {
  const highest = Math.max(...values);
  for (let unit = 1; ; unit *= 10) for (const step of [2, 4, 6, 8, 10]) if (step * unit >= highest) return step * unit;
}
