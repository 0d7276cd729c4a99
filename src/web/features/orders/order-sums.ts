/** What an order of so many months comes to, in dollars: without the crumbs of binary fractions. */
export const amountOf = (price: number, months: number): number => (Math.round(price * 100) * months) / 100;

/** An amount as a bank's form takes it: 24.00. */
export const plainAmount = (amount: number): string => amount.toFixed(2);

/** An account number in groups of four, for reading. */
export const shownIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** The purpose with the order's code in it, unless whoever wrote it has put the code there. */
export const purposeWith = (purpose: string, code: string): string => (purpose.includes(code) ? purpose : `${purpose} ${code}`);
