/** Country of numbers without a country code. */
const HOME_COUNTRY = 'UA';

/**
 * Converts a typed phone number to E.164. Returns '' for empty input and undefined for an invalid number. The library is loaded on the
 * first call; rejects if that fails.
 */
export async function phoneOf(typed: string): Promise<string | undefined> {
  const text = typed.trim();
  if (text === '') return '';
  const { parsePhoneNumberFromString } = await import('libphonenumber-js');
  const phone = parsePhoneNumberFromString(text, HOME_COUNTRY);
  return phone?.isValid() ? phone.number : undefined;
}
