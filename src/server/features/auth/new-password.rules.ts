import { AppError } from '../../app-error.ts';

/** Throws 400 (validation.password.common at `field`) for a common password. The list is loaded with the first check. */
export async function rejectCommonPassword(field: string, password: string): Promise<void> {
  const { isCommonPassword } = await import('#contract/common-passwords.ts');
  if (isCommonPassword(password)) throw new AppError('api.validation', { fields: [{ field, code: 'validation.password.common' }] });
}
