/** Whether an IBAN's length and check digits (mod 97) are right. The library is loaded when an administrator saves one. */
export async function isIban(iban: string): Promise<boolean> {
  const { isValidIBAN } = await import('ibantools');
  return isValidIBAN(iban);
}
