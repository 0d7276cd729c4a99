/** The current year where the reader is: at New Year another one than in UTC, for half a day. */
export const readerYear = (now = new Date()): number => now.getFullYear();
