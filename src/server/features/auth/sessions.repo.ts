import type { CompiledQuery } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { TariffFacts } from '../tariffs/tariffs.rules.ts';

export interface SessionRow extends TariffFacts {
  userId: number;
  lastUsedAt: string;
}

export interface NewSession {
  tokenHash: string;
  userId: number;
  userAgent: string;
  at: string;
}

export function sessionsRepo(db: Db) {
  /** Compiled once: every signed-in request begins with it. */
  let byToken: CompiledQuery<SessionRow> | undefined;
  const compile = (): CompiledQuery<SessionRow> =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'users.id as userId',
        'users.tariff',
        'users.tariff_start_date',
        'users.tariff_end_date',
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
      const { tokenHash, userId, userAgent, at } = session;
      await db
        .insertInto('sessions')
        .values({ token_hash: tokenHash, user_id: userId, user_agent: userAgent, created_at: at, last_used_at: at })
        .execute();
    },
    async updateLastUse(tokenHash: string, at: string): Promise<void> {
      await db.updateTable('sessions').set({ last_used_at: at }).where('token_hash', '=', tokenHash).execute();
    },
    async delete(tokenHash: string): Promise<void> {
      await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
    },
  };
}

export type SessionsRepo = ReturnType<typeof sessionsRepo>;
