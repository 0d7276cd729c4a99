import { RECENT_LOGIN_MAX_AGE } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';

/**
 * 401 if the login is too old: a stolen token alone must neither redirect transfers nor add an administrator. The admin panel then asks
 * for the password, and the code if two-factor login is on.
 */
export function assertRecentLogin({ loginAt }: AdminCaller, now: number): void {
  if (now - loginAt > RECENT_LOGIN_MAX_AGE) throw new AppError('adminApi.reloginRequired');
}
