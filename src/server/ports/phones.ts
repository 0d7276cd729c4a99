/** A country's own way of writing is read as Ukraine's; others begin with +. */
const HOME = 'UA';

/** The number in E.164, or undefined when there is no such number. The library's tables are loaded with the first one. */
export async function phoneToE164(typed: string): Promise<string | undefined> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const phone = parsePhoneNumberFromString(typed, HOME);
  return phone?.isValid() ? phone.number : undefined;
}
