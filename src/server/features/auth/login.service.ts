import type { Tariff } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { Work } from '../../db/work.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { UsersService } from '../users/users.service.ts';
import type { AttemptsRepo } from './attempts.repo.ts';
import { type Attempts, LOGIN_RULE, lockedFor, withFailure } from './attempts.rules.ts';
import type { SessionsService } from './sessions.service.ts';

interface Deps {
  work: Work<AttemptsRepo>;
  users: Pick<UsersService, 'findCredentials'>;
  sessions: Pick<SessionsService, 'create'>;
  passwords: Passwords;
  clock: Clock;
}

export type LoginService = ReturnType<typeof loginService>;

/** 403 with the seconds that are left. */
function refuseLocked(attempts: Attempts | undefined, now: number): void {
  const retryAfter = lockedFor(attempts, now);
  if (retryAfter > 0) throw new AppError('api.loginUser.403', { retryAfter });
}

export function loginService({ work, users, sessions, passwords, clock }: Deps) {
  /**
   * Decides a try whose password was compared already, while tries for its e-mail wait for each other. However many are compared
   * at once, only five wrong ones learn that they were wrong; the others, a right one too, learn of the lock alone.
   */
  const decide = (subject: string, isRight: boolean): Promise<'right' | 'wrong'> =>
    work.write(async (attempts) => {
      const now = clock.now();
      const before = await attempts.lock(subject);
      refuseLocked(before, now);
      if (isRight) await attempts.delete(subject);
      else await attempts.update(subject, withFailure(before, LOGIN_RULE, now));
      return isRight ? 'right' : 'wrong';
    });

  return {
    /**
     * A token and the tariff in force. 401 for a wrong e-mail or password, 403 while locked: 15 minutes after five failures, for
     * known and unknown addresses alike. Both cost one comparison; while locked none is made, whatever the address.
     */
    async login(email: string, password: string, userAgent: string): Promise<{ token: string; tariff: Tariff }> {
      const subject = `login:${email}`;
      refuseLocked(await work.read.find(subject), clock.now());
      const user = await users.findCredentials(email);
      const isRight = await passwords.verify(user?.password_hash, password);
      const verdict = await decide(subject, isRight);
      if (verdict === 'wrong' || !user) throw new AppError('api.loginUser.401');
      return { token: await sessions.create(user.id, userAgent), tariff: tariffInForce(user, clock.now()) };
    },
  };
}
