/** Where a number without a country code is dialled. */
const HOME_COUNTRY = 'UA';

/** A phone as typed to E.164; '' for none, undefined for what is no phone. The library comes when it is first needed. */
export async function phoneOf(typed: string): Promise<string | undefined> {
  const text = typed.trim();
  if (text === '') return '';
  const { parsePhoneNumberFromString } = await import('libphonenumber-js');
  const phone = parsePhoneNumberFromString(text, HOME_COUNTRY);
  return phone?.isValid() ? phone.number : undefined;
}
