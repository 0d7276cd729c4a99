import { MINUTE } from '#contract/time.ts';
import { AppError } from '../../app-error.ts';
import type { UserId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Bot } from '../../ports/telegram.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import type { UserRepos, UserRow } from '../users/users.service.ts';
import { nextMorning } from './morning.rules.ts';
import type { NoticeAccountsRepo } from './notice-accounts.repo.ts';
import type { TelegramLinksRepo } from './telegram-links.repo.ts';
import type { TelegramQueueRepo } from './telegram-queue.repo.ts';

export interface LinkRepos extends UserRepos {
  accounts: NoticeAccountsRepo;
  telegram: TelegramLinksRepo;
  queue: TelegramQueueRepo;
}

interface Deps {
  work: Work<LinkRepos>;
  clock: Clock;
  tokens: Pick<Tokens, 'newToken'>;
  /** Undefined without Telegram. */
  bot: Pick<Bot, 'name'> | undefined;
}

const CODE_VALID = 15 * MINUTE;

export type TelegramLinksService = ReturnType<typeof telegramLinksService>;

/** Links the accounts to chats with the bot, and ends the links (decision 86). */
export function telegramLinksService({ work, clock, tokens, bot }: Deps) {
  return {
    /** A code that links the chat in which it is sent; it replaces the one before. 404 without a bot, 502 if Telegram does not answer. */
    async makeCode({ userId }: Pick<Caller, 'userId'>): Promise<{ code: string; url: string; expiresAt: string }> {
      if (!bot) throw new AppError('telegramApi.404');
      const name = await bot.name().catch((cause: unknown) => {
        throw new AppError('telegramApi.502', { cause });
      });
      const code = tokens.newToken();
      const expiresAt = isoTime(clock.now() + CODE_VALID);
      await work.inTransaction(async ({ users, telegram }) => {
        if (!(await users.lock(userId))) throw new AppError('api.401');
        await telegram.setCode(userId, hashOf(code), expiresAt);
      });
      return { code, url: `https://t.me/${name}?start=${code}`, expiresAt };
    },

    async remove({ userId }: Pick<Caller, 'userId'>): Promise<void> {
      await work.inTransaction(async (repos) => {
        const user = await repos.users.lock(userId);
        if (!user) throw new AppError('api.401');
        await repos.telegram.deleteLink(userId);
        await repos.queue.deleteMessagesOf(userId);
        await setDue(repos, userId, user, clock.now());
      });
    },

    /** Links the chat to the account of the code; undefined for a code that is not valid. */
    async link(repos: LinkRepos, code: string, chatId: string): Promise<UserRow | undefined> {
      const found = await repos.telegram.findByCode(hashOf(code), isoTime(clock.now()));
      const user = found && (await repos.users.lock(found.user_id));
      if (!found || !user) return undefined;
      await endLink(repos, chatId, null);
      await repos.telegram.linkChat(found.user_id, chatId);
      await setDue(repos, found.user_id, user, clock.now());
      return user;
    },

    /** Ends the link of a chat; `isBlocked` if its person does not want messages of the bot. */
    async unlink(repos: LinkRepos, chatId: string, isBlocked = false): Promise<void> {
      await endLink(repos, chatId, isBlocked ? isoTime(clock.now()) : null);
    },
  };

  async function endLink(repos: LinkRepos, chatId: string, blockedAt: string | null): Promise<void> {
    await repos.queue.deleteMessagesTo(chatId);
    const ended = await repos.telegram.unlinkChat(chatId, blockedAt);
    const user = ended && (await repos.users.lock(ended.user_id));
    if (ended && user) await setDue(repos, ended.user_id, user, clock.now());
  }
}

/** When the account is looked at next, now that its ways have changed. */
async function setDue({ accounts, telegram }: LinkRepos, userId: UserId, { time_zone }: UserRow, now: number): Promise<void> {
  const { sends_mail = 1, is_paused = 0, looked_on = null } = (await accounts.find(userId)) ?? {};
  const hasChat = (await telegram.findLink(userId))?.chat_id != null;
  const isTold = is_paused === 0 && (sends_mail === 1 || hasChat);
  await accounts.upsert(userId, { sends_mail, is_paused, due_at: isTold ? isoTime(nextMorning(now, time_zone, looked_on)) : null });
}
