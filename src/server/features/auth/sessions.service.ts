import type { Session } from '#contract/accounts.ts';
import type { Language } from '#contract/languages.ts';
import { SESSION_IDLE, SESSIONS_PER_USER } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import { limitOf, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { UserRepos } from '../users/users.service.ts';
import type { ListedSession, SessionsRepo } from './sessions.repo.ts';

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

/** Milliseconds between two updates of a session's last use on one day, so that most requests do not write. */
const TOUCH_EVERY = 10 * 60_000;
const AGENT_MAX = 300;
/** Characters of YYYY-MM-DD. */
const DAY_LENGTH = 10;
const dayOf = (time: number): string => isoTime(time).slice(0, DAY_LENGTH);

/** A User-Agent header as it is stored with a session. */
export const storedAgent = (userAgent: string): string => userAgent.slice(0, AGENT_MAX);

/** A session in a list; `current` is the token hash of the session that asks. */
export const listedSession = ({ id, userAgent, createdAt, lastUsedAt, tokenHash }: ListedSession, current: string): Session => ({
  id,
  device: userAgent,
  createdAt,
  lastUsedAt,
  isCurrent: tokenHash === current,
});

export function sessionsService({ work, clock, tokens }: Deps) {
  const { sessions } = work.repos;
  return {
    /**
     * The caller of a token; undefined if it is unknown or expired (30 days after its last use), 401 `api.locked` if an administrator has
     * locked the account. Stores the requested language for emails to the user if it differs, and the day of the use.
     */
    async find(token: string, requested?: Language): Promise<Caller | undefined> {
      const now = clock.now();
      const session = hashOf(token);
      const row = await sessions.find(session);
      const lastUse = row ? Date.parse(row.lastUsedAt) : 0;
      if (!row || now - lastUse > SESSION_IDLE) return undefined;
      if (row.lockedAt !== null) throw new AppError('api.locked');
      if (Math.floor(now / DAY) > Math.floor(lastUse / DAY) || now - lastUse > TOUCH_EVERY)
        await work.bestEffort(async (repos) => {
          await repos.sessions.updateLastUse(session, isoTime(now));
          await repos.users.updateLastSeen(row.userId, dayOf(now));
        });
      // Best effort too: the next request repeats it.
      if (requested && requested !== row.language) await work.bestEffort((repos) => repos.users.updateLanguage(row.userId, requested));
      const tariff = tariffInForce(row, now);
      return { userId: row.userId, session, tariff, limit: limitOf(tariff), currency: row.currency, timeZone: row.timeZone };
    },

    /** Creates a session in the caller's transaction and returns its token, of which only the hash is stored. */
    async create(repos: SessionRepos, userId: number, { userAgent, language }: Device): Promise<string> {
      const token = tokens.newToken();
      const at = isoTime(clock.now());
      const tokenHash = hashOf(token);
      await repos.sessions.insert({ id: tokens.newId(), tokenHash, userId, userAgent: storedAgent(userAgent), at });
      await repos.sessions.deleteOldest(userId, tokenHash, SESSIONS_PER_USER - 1);
      if (language) await repos.users.updateLanguage(userId, language);
      await repos.users.updateLastSeen(userId, dayOf(clock.now()));
      return token;
    },

    /** The caller's sessions, most recently used first. */
    async list({ userId, session }: Caller): Promise<Session[]> {
      const rows = await sessions.listByUser(userId, isoTime(clock.now() - SESSION_IDLE));
      return rows.map((row) => listedSession(row, session));
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

    /** Returns the number of ended sessions, without those that had expired. */
    async removeAll(repos: SessionRepos, userId: number): Promise<number> {
      const usedAfter = isoTime(clock.now() - SESSION_IDLE);
      return (await repos.sessions.deleteByUser(userId)).filter((lastUsedAt) => lastUsedAt >= usedAfter).length;
    },

    async count(userId: number): Promise<number> {
      return sessions.countByUser(userId, isoTime(clock.now() - SESSION_IDLE));
    },
  };
}

export type SessionsService = ReturnType<typeof sessionsService>;
