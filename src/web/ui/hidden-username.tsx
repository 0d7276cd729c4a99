/** Identifies the account to password managers, in forms that ask only for a password. */
export function HiddenUsername({ email }: { email: string }) {
  return <input name="username" autoComplete="username" value={email} readOnly hidden />;
}
