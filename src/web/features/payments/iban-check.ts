/** Whether country, length and check digits of an IBAN are valid. Loads the library on first use; rejects if that fails. */
export async function isIban(typed: string): Promise<boolean> {
  const { electronicFormatIBAN, isValidIBAN } = await import('ibantools');
  return isValidIBAN(electronicFormatIBAN(typed) ?? '');
}

/** Formats an IBAN in groups of four characters, as banks print it. */
export const shownIban = (iban: string): string => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
