import { setTimeout as after } from 'node:timers/promises';
import { DAY, MINUTE, SECOND } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { type Bot, BotError, type BotMessage, type BotUpdate } from '../../ports/telegram.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { BotRepos, TelegramAnswers } from './telegram-answers.service.ts';

interface Deps {
  work: Work<BotRepos>;
  answers: TelegramAnswers;
  bot: Bot;
  /** Sends what waits, such as answers. */
  deliver: () => Promise<unknown>;
  clock: Clock;
  tokens: Pick<Tokens, 'newId'>;
  onError: (error: unknown) => void;
}

export interface TelegramBot {
  /** Answers what was written to the bot since, if no other process does; waits up to `seconds` for something. */
  answer(seconds?: number): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
}

/** Seconds that a request waits for updates. */
const WAIT = 25;
/** Longer than a request. */
const LEASE = MINUTE;
/** Telegram numbers updates on from any number after a week without one. */
const COUNTED = 6 * DAY;
/** Milliseconds until a process that does not have the bot asks for it again. */
const IDLE = 10 * SECOND;
/** The same after a failure. */
const RETRY = 30 * SECOND;

/** Reads what people write to the bot, in one process at a time, and answers. */
export function telegramBotService({ work, answers, bot, deliver, clock, tokens, onError }: Deps): TelegramBot {
  const lease = tokens.newId();
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function answer(seconds = 0): Promise<boolean> {
    const now = clock.now();
    const times = { now: isoTime(now), until: isoTime(now + LEASE), latest: isoTime(now + DAY), countsFrom: isoTime(now - COUNTED) };
    await work.repos.queue.insertBot();
    const claimed = await work.repos.queue.claimBot(lease, times);
    if (!claimed) return false;
    const updates = await bot.receive(claimed.next_update, seconds, stopping.signal);
    const answered = new Set<string>();
    for (const update of updates) {
      // The same text twice in a row is answered once.
      const same = `${update.chatId} ${update.text}`;
      await read(update, answered.has(same));
      answered.add(same);
    }
    await deliver();
    return true;
  }

  async function read(update: BotUpdate, isRepeated: boolean): Promise<void> {
    const message = isMessage(update) && !isRepeated ? update : undefined;
    const reply = message && (await answers.replyTo(message));
    await work.inTransaction(async (repos) => {
      const created_at = isoTime(clock.now());
      if (!(await repos.queue.readUpdate(update.updateId, created_at)) || !message || !reply) return;
      const { text, userId, asksVehicle } = await reply(repos);
      await repos.queue.insertMessages([{ user_id: userId, chat_id: message.chatId, text, created_at, asks_vehicle: asksVehicle }]);
    });
  }

  async function run(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      const rest = await answer(WAIT).then(
        (isMine) => (isMine ? 0 : IDLE),
        (error: unknown) => {
          if (!signal.aborted) onError(error);
          return Math.max(RETRY, (error instanceof BotError && error.retryAfter ? error.retryAfter : 0) * SECOND);
        },
      );
      if (rest > 0) await after(rest, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    answer,
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
      await work.repos.queue.releaseBot(lease).catch(onError);
    },
  };
}

const isMessage = (update: BotUpdate): update is BotMessage => update.chatId !== undefined && update.text !== undefined;
