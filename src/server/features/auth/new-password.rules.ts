import { AppError } from '../../app-error.ts';

export interface NewPassword {
  passwordNew: string;
  passwordConfirm: string;
}

/** 409 at `passwordConfirm` if the two new passwords differ; 400 for a common one. */
export async function assertNewPassword({ passwordNew, passwordConfirm }: NewPassword): Promise<void> {
  if (passwordNew !== passwordConfirm)
    throw new AppError('api.changePassword.409', { fields: [{ field: 'passwordConfirm', code: 'api.changePassword.409' }] });
  await rejectCommonPassword('passwordNew', passwordNew);
}

/** Throws 400 (validation.password.common at `field`) for a common password. The list is loaded with the first check. */
export async function rejectCommonPassword(field: string, password: string): Promise<void> {
  const { isCommonPassword } = await import('#contract/common-passwords.ts');
  if (isCommonPassword(password)) throw new AppError('api.validation', { fields: [{ field, code: 'validation.password.common' }] });
}
