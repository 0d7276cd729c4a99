/** True if the length and check digits (mod 97) of an IBAN are valid. The library is loaded on first use. */
export async function isIban(iban: string): Promise<boolean> {
  const { isValidIBAN } = await import('ibantools');
  return isValidIBAN(iban);
}
