import type { Language } from '#contract/languages.ts';
import type { Work } from '../../db/work.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BotMessage } from '../../ports/telegram.ts';
import { acceptedLanguage, mailText } from '../../texts.ts';
import type { NewsRepos } from './plan-news.service.ts';
import { dueMessage } from './telegram-due.service.ts';
import type { LinkRepos, TelegramLinksService } from './telegram-links.service.ts';
import type { TelegramReadings } from './telegram-readings.service.ts';

export type BotRepos = LinkRepos & NewsRepos;

interface Deps {
  work: Work<BotRepos>;
  links: Pick<TelegramLinksService, 'link' | 'unlink'>;
  readings: Pick<TelegramReadings, 'ask' | 'add'>;
  clock: Clock;
  origin: () => string;
}

interface Answer {
  text: string;
  userId: number | null;
  /** It asks for the reading of this vehicle. */
  asksVehicle?: number | undefined;
}
type Reply = (repos: BotRepos) => Promise<Answer>;

export type TelegramAnswers = ReturnType<typeof telegramAnswers>;

/** What the bot answers. */
export function telegramAnswers({ work, links, readings, clock, origin }: Deps) {
  return { replyTo };

  /** What to do in the transaction that marks the message as read; undefined for nothing. Slow reads come before it. */
  async function replyTo({ updateId, chatId, text, languageCode, replyTo: answered }: BotMessage): Promise<Reply | undefined> {
    const [command = '', code = ''] = text.trim().split(/\s+/);
    const language = acceptedLanguage(languageCode) ?? 'ua';
    if (command === '/start' && code !== '') return (repos) => startWith(repos, code, chatId, language);
    const account = await work.repos.telegram.findByChat(chatId);
    if (!account) return command.startsWith('/') ? say(null, language, 'telegram.unknown') : undefined;
    if (account.locked_at !== null) return undefined;
    if (command === '/reading') {
      const question = await readings.ask(account);
      return async () => ({ ...question, userId: account.id });
    }
    if (answered !== undefined && answered === account.asked_message && account.asked_vehicle !== null) {
      const result = await readings.add(account, account.asked_vehicle, text, updateId);
      return async () => ({ text: result, userId: account.id });
    }
    if (command === '/due') {
      const due = await dueMessage(work.repos, account, { now: clock.now(), origin: origin() });
      return async () => ({ text: due, userId: account.id });
    }
    if (command === '/stop')
      return async (repos) => {
        await links.unlink(repos, chatId);
        return { text: mailText(account.language, 'telegram.unlinked'), userId: null };
      };
    return say(account.id, account.language, 'telegram.help');
  }

  function say(userId: number | null, language: Language, key: 'telegram.unknown' | 'telegram.help' | 'telegram.badCode'): Reply {
    return async () => ({ text: mailText(language, key, { link: `${origin()}/user` }), userId });
  }

  async function startWith(repos: BotRepos, code: string, chatId: string, language: Language): Promise<Answer> {
    const user = await links.link(repos, code, chatId);
    if (!user) return say(null, language, 'telegram.badCode')(repos);
    return { text: mailText(user.language, 'telegram.linked', { name: user.first_name }), userId: user.id };
  }
}
