/** Whether the country, length and check digits of an IBAN hold. The library comes when it is first needed. */
export async function isIban(typed: string): Promise<boolean> {
  const { electronicFormatIBAN, isValidIBAN } = await import('ibantools');
  return isValidIBAN(electronicFormatIBAN(typed) ?? '');
}

/** In groups of four, as banks print it. */
export const shownIban = (iban: string): string => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
