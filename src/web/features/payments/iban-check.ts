/** Whether country, length and check digits of an IBAN are valid. Loads the library on first use; rejects if that fails. */
export async function isIban(typed: string): Promise<boolean> {
  const { electronicFormatIBAN, isValidIBAN } = await import('ibantools');
  return isValidIBAN(electronicFormatIBAN(typed) ?? '');
}
