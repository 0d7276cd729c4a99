/** For `validate` where a new password is typed twice: the second differs from the first (409 of specification 8). */
export function passwordConfirmError({
  passwordNew,
  passwordConfirm,
}: {
  passwordNew: string;
  passwordConfirm: string;
}): Record<string, string> {
  return passwordNew === passwordConfirm ? {} : { passwordConfirm: 'api.changePassword.409' };
}
