import { type CompiledQuery, sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { SESSIONS_PER_USER } from '#contract/limits.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { UserId } from '../../authorized.ts';
import { deleteExpired } from '../../db/expired.ts';
import type { Db } from '../../db/store.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';

export interface SessionRow extends TariffFacts {
  /** Branded here: a stored token hash was found, so its user is authenticated. */
  userId: UserId;
  lastUsedAt: string;
  /** Language of emails to the user. */
  language: Language;
  currency: Currency;
  /** When an administrator locked the account. */
  lockedAt: string | null;
  timeZone: string;
}

export interface NewSession {
  id: string;
  tokenHash: string;
  userId: number;
  userAgent: string;
  at: string;
}

export interface ListedSession {
  id: string;
  tokenHash: string;
  userAgent: string;
  createdAt: string;
  lastUsedAt: string;
}

const sessionsOfUser = (db: Db) => ({
  /** Deletes the user's sessions except `exceptTokenHash` and the `count` most recently used others. */
  async deleteOldest(userId: number, exceptTokenHash: string, count: number): Promise<void> {
    const others = db.selectFrom('sessions').select('token_hash').where('user_id', '=', userId).where('token_hash', '!=', exceptTokenHash);
    const newest = others.orderBy('last_used_at', 'desc').orderBy('id').limit(count);
    await db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', '!=', exceptTokenHash)
      .where('token_hash', 'not in', newest)
      .execute();
  },
  /** Returns the last use of each deleted session (ISO 8601). */
  async deleteByUser(userId: number, exceptTokenHash = ''): Promise<string[]> {
    const rows = await db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', '!=', exceptTokenHash)
      .returning('last_used_at as lastUsedAt')
      .execute();
    return rows.map(({ lastUsedAt }) => lastUsedAt);
  },
  /** Sessions used since `usedAfter` (ISO 8601). */
  async countByUser(userId: number, usedAfter: string): Promise<number> {
    const { count } = await db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('last_used_at', '>=', usedAfter)
      .executeTakeFirstOrThrow();
    return count;
  },
});

export function sessionsRepo(db: Db) {
  /** Compiled once, because every authenticated request runs it. */
  let byToken: CompiledQuery<SessionRow> | undefined;
  const compile = (): CompiledQuery<SessionRow> =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'users.id as userId',
        ...(['users.language', 'users.currency'] as const),
        'users.tariff',
        'users.tariff_start_date',
        'users.tariff_end_date',
        'users.locked_at as lockedAt',
        'users.time_zone as timeZone',
        'sessions.last_used_at as lastUsedAt',
      ])
      .where('sessions.token_hash', '=', '')
      .compile();
  return {
    async find(tokenHash: string): Promise<SessionRow | undefined> {
      byToken ??= compile();
      const { rows } = await db.executeQuery<SessionRow>({ ...byToken, parameters: [tokenHash] });
      return rows[0];
    },
    async insert(session: NewSession): Promise<void> {
      const { id, tokenHash, userId, userAgent, at } = session;
      await db
        .insertInto('sessions')
        .values({ id, token_hash: tokenHash, user_id: userId, user_agent: userAgent, created_at: at, last_used_at: at })
        .execute();
    },
    async updateLastUse(tokenHash: string, at: string): Promise<void> {
      await db.updateTable('sessions').set({ last_used_at: at }).where('token_hash', '=', tokenHash).execute();
    },
    /** Sessions used since `usedAfter` (ISO 8601), most recently used first. */
    async listByUser(userId: UserId, usedAfter: string): Promise<ListedSession[]> {
      return db
        .selectFrom('sessions')
        .select(['id', 'token_hash as tokenHash', 'user_agent as userAgent', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .where('user_id', '=', userId)
        .where('last_used_at', '>=', usedAfter)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .limit(SESSIONS_PER_USER)
        .execute();
    },
    async delete(tokenHash: string): Promise<void> {
      await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
    },
    /** Deletes a session of the user; false if the user has none with this id. */
    async deleteById(userId: UserId, id: string): Promise<boolean> {
      const rows = await db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).returning('id').execute();
      return rows.length > 0;
    },
    deleteExpired: (usedBefore: string): Promise<boolean> =>
      deleteExpired(db, 'sessions', ['token_hash'], sql`last_used_at < ${usedBefore}`),
    ...sessionsOfUser(db),
  };
}

export type SessionsRepo = ReturnType<typeof sessionsRepo>;
