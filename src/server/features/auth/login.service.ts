import type { Tariff } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { Credentials } from '../users/users.service.ts';
import type { CredentialsService } from './credentials.service.ts';
import type { Device, SessionRepos, SessionsService } from './sessions.service.ts';

interface Deps {
  credentials: CredentialsService<SessionRepos, Credentials>;
  sessions: Pick<SessionsService, 'create'>;
  clock: Clock;
}

export type LoginService = ReturnType<typeof loginService>;

export const loginService = ({ credentials, sessions, clock }: Deps) => ({
  /**
   * Returns the token of a new session, the user’s id and the tariff in force. 401 for a wrong email or password, 403 while wrong passwords
   * lock the login or an administrator has locked the account, which only the right password reveals. The session is
   * created in the transaction that checks that the password is unchanged, so that it cannot outlive a password change.
   */
  async login(email: string, password: string, device: Device): Promise<{ token: string; user_id: number; tariff: Tariff }> {
    const verdict = await credentials.verifyPassword(email, password, async ({ id }) => async (repos) => {
      // The user is locked, so that no session is created while an administrator locks the account.
      if ((await repos.users.find(id))?.locked_at != null) throw new AppError('api.loginUser.locked');
      return sessions.create(repos, id, device);
    });
    if (verdict.outcome !== 'right') throw new AppError('api.loginUser.401');
    return { token: verdict.result, user_id: verdict.account.id, tariff: tariffInForce(verdict.account, clock.now()) };
  },
});
