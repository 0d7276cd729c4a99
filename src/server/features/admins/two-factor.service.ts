import { RECOVERY_CODES } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller, Visitor } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditService } from '../../infra/audit/audit.service.ts';
import type { Clock } from '../../ports/clock.ts';
import { qrCode } from '../../ports/qr-codes.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import { newTotpSecret, totpStep, totpUri } from '../../ports/totp.ts';
import type { CredentialsService, VerificationResult } from '../auth/credentials.service.ts';
import type { AdminRepos } from './admin-sessions.service.ts';
import type { AdminRow } from './admins.repo.ts';
import { errorAt, type SecondFactorService, withoutGroups, wrongCode } from './second-factor.service.ts';

interface Deps {
  work: Work<AdminRepos>;
  credentials: CredentialsService<AdminRepos, AdminRow>;
  secondFactor: SecondFactorService;
  audit: AuditService;
  clock: Clock;
  tokens: Tokens;
}

export interface Enrolment {
  secret: string;
  uri: string;
  qr: { size: number; path: string };
}

/** A caller who confirms an action with the password. */
export interface Confirmation {
  admin: AdminCaller;
  password: string;
  visitor: Visitor;
}

export type TwoFactorService = ReturnType<typeof twoFactorService>;

/** Throws unless password and code were right. 401 if the caller has been removed meanwhile. */
export function assertRight<T>(
  verdict: VerificationResult<T, AdminRow>,
): asserts verdict is VerificationResult<T, AdminRow> & { outcome: 'right' } {
  if (verdict.outcome === 'deleted') throw new AppError('api.401');
  if (verdict.outcome === 'wrong') throw errorAt('adminApi.password', 'password');
  if (verdict.outcome !== 'right') throw wrongCode();
}

/** Two-factor login with an authenticator app (decision 47). */
export function twoFactorService({ work, credentials, secondFactor, audit, clock, tokens }: Deps) {
  /** Writes an entry and an email about a change of the caller's two-factor login. */
  async function record(repos: AdminRepos, admin: AdminCaller, state: 'on' | 'off' | 'codes') {
    const entry = { actor: admin.email, action: 'admin.twoFactor', subject: `admin ${admin.adminId}` } as const;
    await audit.write(repos, { ...entry, after: { two_factor: state } });
    await secondFactor.announce(repos, admin, `twoFactor.${state}`);
  }

  /** Stores new recovery codes and returns them; only their hashes are stored. */
  async function newRecoveryCodes({ twoFactor }: AdminRepos, adminId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => tokens.newRecoveryCode());
    await twoFactor.replaceRecoveryCodes(
      adminId,
      codes.map((code) => hashOf(withoutGroups(code))),
    );
    return codes;
  }

  async function assertOn({ adminId }: AdminCaller): Promise<void> {
    if (!(await work.repos.twoFactor.find(adminId))?.totp_secret) throw new AppError('adminApi.twoFactor.off');
  }

  /** Runs `act` after password and code. */
  async function withBoth<T>({ admin, password, visitor }: Confirmation, code: string, act: (repos: AdminRepos) => Promise<T>) {
    await assertOn(admin);
    const options = { isLoggedIn: true, visitor, second: secondFactor.factor(code) };
    const verdict = await credentials.verifyPassword(admin.email, password, async () => act, options);
    assertRight(verdict);
    return verdict.result;
  }

  return {
    /** Whether two-factor login is on, and the number of unused recovery codes. */
    async stateOf(adminId: number): Promise<{ isOn: boolean; codesLeft: number }> {
      const row = await work.repos.twoFactor.find(adminId);
      return { isOn: row?.totp_secret != null, codesLeft: await work.repos.twoFactor.countRecoveryCodes(adminId) };
    },

    /** Creates a secret that is not in use until it is confirmed. 400 for a wrong password, 409 if two-factor login is on. */
    async start({ admin, password, visitor }: Confirmation): Promise<Enrolment> {
      const secret = await newTotpSecret();
      const store = async ({ twoFactor }: AdminRepos): Promise<void> => {
        if ((await twoFactor.lock(admin.adminId))?.totp_secret) throw new AppError('adminApi.twoFactor.on');
        await twoFactor.updatePending(admin.adminId, secret);
      };
      assertRight(await credentials.verifyPassword(admin.email, password, async () => store, { isLoggedIn: true, visitor }));
      const uri = await totpUri(secret, admin.email);
      return { secret, uri, qr: await qrCode(uri) };
    },

    /**
     * Switches two-factor login on with a code of the app, ends the other sessions, which began without one, and returns the recovery
     * codes. 409 if no secret waits for its confirmation.
     */
    async confirm(admin: AdminCaller, code: string): Promise<string[]> {
      const codes = await work.inTransaction(async (repos) => {
        const secret = (await repos.twoFactor.lock(admin.adminId))?.totp_pending;
        if (!secret) throw new AppError('adminApi.twoFactor.start');
        const step = await totpStep(secret, withoutGroups(code), clock.now());
        if (step === undefined) throw wrongCode();
        await repos.twoFactor.confirm(admin.adminId, secret, step);
        await repos.adminSessions.deleteOthers(admin.adminId, admin.session);
        await record(repos, admin, 'on');
        return newRecoveryCodes(repos, admin.adminId);
      });
      return codes;
    },

    /** Switches two-factor login off. 400 for a wrong password, 403 for a wrong code, 409 if it is off. */
    async remove(confirmation: Confirmation, code: string): Promise<void> {
      const { admin } = confirmation;
      await withBoth(confirmation, code, async (repos) => {
        await repos.twoFactor.remove(admin.adminId);
        await record(repos, admin, 'off');
      });
    },

    /** Replaces the recovery codes and returns the new ones; fails as `remove` does. */
    async renewCodes(confirmation: Confirmation, code: string): Promise<string[]> {
      const { admin } = confirmation;
      return withBoth(confirmation, code, async (repos) => {
        await record(repos, admin, 'codes');
        return newRecoveryCodes(repos, admin.adminId);
      });
    },
  };
}
