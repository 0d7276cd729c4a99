/** For `validate` of a form with a new password and its confirmation: an error if they differ. */
export function passwordConfirmError({
  passwordNew,
  passwordConfirm,
}: {
  passwordNew: string;
  passwordConfirm: string;
}): Record<string, string> {
  return passwordNew === passwordConfirm ? {} : { passwordConfirm: 'api.changePassword.409' };
}
