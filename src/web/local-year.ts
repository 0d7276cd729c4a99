/** The current year in the browser's time zone, which can differ from UTC around New Year. */
export const localYear = (now = new Date()): number => now.getFullYear();
