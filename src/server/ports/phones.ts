import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

/** A country's own way of writing is read as Ukraine's; others begin with +. */
const HOME = 'UA';

/** The number in E.164, or undefined when there is no such number. The library's tables are loaded with the first one. */
async function phoneToE164(typed: string): Promise<string | undefined> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const phone = parsePhoneNumberFromString(typed, HOME);
  return phone?.isValid() ? phone.number : undefined;
}

/** An optional phone as typed: E.164, null when it is empty, or the field's 400. */
export async function readPhone(typed: string | undefined, invalid: ErrorCode = 'api.validation'): Promise<string | null> {
  if (!typed) return null;
  const phone = await phoneToE164(typed);
  if (!phone) throw new AppError(invalid, { fields: [{ field: 'phone', code: 'validation.phone' }] });
  return phone;
}
