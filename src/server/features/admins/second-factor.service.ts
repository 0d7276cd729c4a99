import { TOTP_PERIOD, TOTP_WINDOW } from '#contract/limits.ts';
import { SECOND } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { MailsService } from '../../infra/mails/mails.service.ts';
import { CLOCK_TOLERANCE, type Clock, isoTime } from '../../ports/clock.ts';
import { hashOf } from '../../ports/tokens.ts';
import { totpStep } from '../../ports/totp.ts';
import type { SecondFactor, SecondVerdict } from '../auth/credentials.service.ts';
import type { AdminRepos } from './admin-sessions.service.ts';
import { type SecurityChange, securityMail } from './admins.mails.ts';
import type { AdminRecipient, AdminRow } from './admins.repo.ts';

interface Deps {
  mails: Pick<MailsService, 'queue'>;
  clock: Clock;
}

const TOTP_CODE = /^\d{6}$/;
/** A used step that is further ahead of an entered one was stored by a wrong clock, and must not lock the administrator out. */
const STEPS_AHEAD = 2 * TOTP_WINDOW + CLOCK_TOLERANCE / SECOND / TOTP_PERIOD;
/** Codes are shown in groups, and typed with or without their hyphens or spaces. */
export const withoutGroups = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

export const errorAt = (code: 'adminApi.code' | 'adminApi.password', field: string): AppError =>
  new AppError(code, { fields: [{ field, code }] });
export const wrongCode = (): AppError => errorAt('adminApi.code', 'code');

export type SecondFactorService = ReturnType<typeof secondFactorService>;

/** The code of two-factor login, checked together with the password. */
export function secondFactorService({ mails, clock }: Deps) {
  /** Checks a code of the app or a recovery code, with the administrator's row locked, and uses it up. */
  async function verify({ twoFactor }: AdminRepos, { id }: Pick<AdminRow, 'id'>, code: string | undefined): Promise<SecondVerdict> {
    const row = await twoFactor.lock(id);
    if (!row?.totp_secret) return 'right';
    if (code === undefined) return 'missing';
    const entered = withoutGroups(code);
    if (!TOTP_CODE.test(entered)) return (await twoFactor.takeRecoveryCode(id, hashOf(entered))) ? 'right' : 'wrong';
    const step = await totpStep(row.totp_secret, entered, clock.now());
    const last = row.totp_step ?? 0;
    if (step === undefined || (step <= last && last <= step + STEPS_AHEAD)) return 'wrong';
    await twoFactor.updateStep(id, step);
    return 'right';
  }

  async function announce(repos: AdminRepos, admin: AdminRecipient, change: SecurityChange): Promise<void> {
    await mails.queue(repos, securityMail(admin, { change, at: isoTime(clock.now()) }));
  }

  return {
    announce,
    /** The code as the second factor of a password. */
    factor: (code: string | undefined): SecondFactor<AdminRepos, AdminRow> => ({
      verify: (repos, account) => verify(repos, account, code),
      onLocked: (repos, account) => announce(repos, account, 'wrongCodes'),
    }),
  };
}
