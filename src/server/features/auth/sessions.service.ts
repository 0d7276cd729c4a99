import type { Session } from '#contract/accounts.ts';
import type { Language } from '#contract/languages.ts';
import { SESSION_IDLE, SESSIONS_PER_USER } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import { limitOf, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { UserRepos } from '../users/users.service.ts';
import type { SessionsRepo } from './sessions.repo.ts';

export interface SessionRepos extends UserRepos {
  sessions: SessionsRepo;
}

/** The device of a login; `language` is the requested one, if any. */
export interface Device {
  userAgent: string;
  language: Language | undefined;
}

interface Deps {
  work: Work<SessionRepos>;
  clock: Clock;
  tokens: Tokens;
}

/** Milliseconds between two updates of a session's last use, so that most requests do not write. */
const TOUCH_EVERY = 10 * 60_000;
const AGENT_MAX = 300;

export function sessionsService({ work, clock, tokens }: Deps) {
  const { sessions } = work.repos;
  return {
    /**
     * The caller of a token; undefined if it is unknown or expired (30 days after its last use). Stores the requested language for
     * emails to the user if it differs.
     */
    async find(token: string, requested?: Language): Promise<Caller | undefined> {
      const now = clock.now();
      const session = hashOf(token);
      const row = await sessions.find(session);
      if (!row || now - Date.parse(row.lastUsedAt) > SESSION_IDLE) return undefined;
      if (now - Date.parse(row.lastUsedAt) > TOUCH_EVERY)
        await work.bestEffort((repos) => repos.sessions.updateLastUse(session, isoTime(now)));
      // Best effort too: the next request repeats it.
      if (requested && requested !== row.language) await work.bestEffort((repos) => repos.users.updateLanguage(row.userId, requested));
      const tariff = tariffInForce(row, now);
      return { userId: row.userId, session, tariff, limit: limitOf(tariff) };
    },

    /** Creates a session in the caller's transaction and returns its token, of which only the hash is stored. */
    async create(repos: SessionRepos, userId: number, { userAgent, language }: Device): Promise<string> {
      const token = tokens.newToken();
      const at = isoTime(clock.now());
      const tokenHash = hashOf(token);
      await repos.sessions.insert({ id: tokens.newId(), tokenHash, userId, userAgent: userAgent.slice(0, AGENT_MAX), at });
      await repos.sessions.deleteOldest(userId, tokenHash, SESSIONS_PER_USER - 1);
      if (language) await repos.users.updateLanguage(userId, language);
      return token;
    },

    /** The caller's sessions, most recently used first. */
    async list({ userId, session }: Caller): Promise<Session[]> {
      const rows = await sessions.listByUser(userId, isoTime(clock.now() - SESSION_IDLE));
      return rows.map(({ id, userAgent, createdAt, lastUsedAt, tokenHash }) => ({
        id,
        device: userAgent,
        createdAt,
        lastUsedAt,
        isCurrent: tokenHash === session,
      }));
    },

    /** Ends a session of the caller; 404 for an unknown one or one of another user. */
    async remove({ userId }: Caller, id: string): Promise<void> {
      if (!(await sessions.deleteById(userId, id))) throw new AppError('api.sessions.404');
    },

    /** Logs out: ends the current session. */
    async removeOwn({ session }: Caller): Promise<void> {
      await sessions.delete(session);
    },

    /** Ends all sessions of the user except the current one, in the transaction of `repos` if given. */
    async removeOthers({ userId, session }: Caller, repos: SessionRepos = work.repos): Promise<void> {
      await repos.sessions.deleteByUser(userId, session);
    },

    async removeAll(repos: SessionRepos, userId: number): Promise<void> {
      await repos.sessions.deleteByUser(userId);
    },
  };
}

export type SessionsService = ReturnType<typeof sessionsService>;
