/** The day in the browser's time zone, YYYY-MM-DD. */
export function localDay(now = new Date()): string {
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  return `${digits(now.getFullYear(), 4)}-${digits(now.getMonth() + 1, 2)}-${digits(now.getDate(), 2)}`;
}

/** The current year in the browser's time zone, which can differ from UTC around New Year. */
export const localYear = (now = new Date()): number => now.getFullYear();
