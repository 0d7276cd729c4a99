import { HOUR, MINUTE, SECOND } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import type { Job } from '../../infra/jobs/jobs.service.ts';
import { GIVE_UP_AFTER } from '../../infra/mails/mail-results.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { type Bot, BotError } from '../../ports/telegram.ts';
import type { LinkRepos, TelegramLinksService } from './telegram-links.service.ts';
import type { ClaimedMessage } from './telegram-queue.repo.ts';

interface Deps {
  work: Work<LinkRepos>;
  links: Pick<TelegramLinksService, 'unlink'>;
  bot: Bot;
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Time for one message; after it another process may claim it. Longer than the timeout of the bot. */
const LEASE = MINUTE;
/** Messages of one part of the job. */
const AT_ONCE = 50;
const PAUSE_MAX = HOUR;
const TOO_MANY = 429;

/** Sends the messages that wait for Telegram, each by one process, one after the other: Telegram takes about 30 a second. */
export function telegramDelivery({ work, links, bot, clock, onError }: Deps) {
  const { queue, telegram } = work.repos;

  /** False if nothing more can be sent now. */
  async function send(message: ClaimedMessage): Promise<boolean> {
    try {
      const { id, chat_id, asks_vehicle, text } = message;
      const sentId = await bot.send(chat_id, text, asks_vehicle !== null);
      if (asks_vehicle !== null) await telegram.setQuestion(chat_id, sentId, asks_vehicle);
      await queue.deleteMessage(id);
      return true;
    } catch (error) {
      return fail(message, error);
    }
  }

  async function fail({ id, chat_id, tries }: ClaimedMessage, error: unknown): Promise<boolean> {
    const now = clock.now();
    if (error instanceof BotError && error.isGone) {
      await work.inTransaction((repos) => links.unlink(repos, chat_id, true));
      return true;
    }
    if (error instanceof BotError && error.status === TOO_MANY) {
      const until = isoTime(now + Math.min((error.retryAfter ?? 1) * SECOND, PAUSE_MAX));
      await queue.setPause(until);
      await queue.postpone(id, until);
      return false;
    }
    onError(error);
    // A message that is refused is not sent again.
    if (error instanceof BotError && error.isRefused) await queue.deleteMessage(id);
    else await queue.postpone(id, isoTime(now + Math.min(tries * tries * MINUTE, HOUR)));
    return error instanceof BotError && error.isRefused;
  }

  /** True if none is left that can be sent now. */
  async function deliver(): Promise<boolean> {
    const start = clock.now();
    await queue.deleteMessagesBefore(isoTime(start - GIVE_UP_AFTER));
    const pause = await queue.findPause();
    if (pause > isoTime(start) && pause <= isoTime(start + PAUSE_MAX)) return true;
    for (let count = 0; count < AT_ONCE; count++) {
      const now = clock.now();
      const message = await queue.claimMessage(isoTime(now), isoTime(now + LEASE));
      if (!message || !(await send(message))) return true;
    }
    return false;
  }

  const job: Job = { name: 'telegram.deliver', every: MINUTE / 4, run: deliver };
  return { deliver, job };
}
