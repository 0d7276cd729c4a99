import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

/** A number in national format is read as Ukrainian; other countries require +. */
const DEFAULT_COUNTRY = 'UA';

/** Returns the number in E.164 format, or undefined if it is invalid. The library is loaded on first use. */
async function phoneToE164(typed: string): Promise<string | undefined> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const phone = parsePhoneNumberFromString(typed, DEFAULT_COUNTRY);
  return phone?.isValid() ? phone.number : undefined;
}

/** Parses an optional phone number: returns E.164, or null if it is empty; throws `invalid` with the field `phone`. */
export async function readPhone(typed: string | undefined, invalid: ErrorCode = 'api.validation'): Promise<string | null> {
  if (!typed) return null;
  const phone = await phoneToE164(typed);
  if (!phone) throw new AppError(invalid, { fields: [{ field: 'phone', code: 'validation.phone' }] });
  return phone;
}
