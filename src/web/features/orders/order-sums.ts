/** The price of an order in US dollars; computed in cents to avoid binary fraction errors. */
export const amountOf = (price: number, months: number): number => (Math.round(price * 100) * months) / 100;

/** The amount as a bank's form accepts it, such as 24.00. */
export const plainAmount = (amount: number): string => amount.toFixed(2);

/** An IBAN in groups of four characters, for display. */
export const shownIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** The payment purpose with the order code appended, unless the text already contains it. */
export const purposeWith = (purpose: string, code: string): string => (purpose.includes(code) ? purpose : `${purpose} ${code}`);
