import { SECOND } from '#contract/time.ts';

/** A message that a person wrote to the bot, in a private chat. */
export interface BotMessage {
  /** Larger for each update; the same if Telegram sends it again. */
  updateId: number;
  chatId: string;
  text: string;
  /** BCP 47; of the person's Telegram. */
  languageCode: string | undefined;
  /** The message that it answers. */
  replyTo: number | undefined;
}

/** An update of any kind, of which only messages in private chats are read. */
export type BotUpdate = Pick<BotMessage, 'updateId'> & Partial<BotMessage>;

export interface Bot {
  /** The name in links, without @. */
  name(): Promise<string>;
  /** Updates from `offset` on; waits up to `seconds` for the first one. */
  receive(offset: number, seconds: number, signal: AbortSignal): Promise<BotUpdate[]>;
  /** Sends a plain text; the id of the message. With `asksForReply` the person's program begins an answer to it. */
  send(chatId: string, text: string, asksForReply: boolean): Promise<number>;
}

/** Telegram did not do what was asked. The message is logged: it has neither the token nor texts. */
export class BotError extends Error {
  override name = 'BotError';
  readonly status: number | undefined;
  /** Seconds until the next request may be sent, if Telegram says so. */
  readonly retryAfter: number | undefined;

  private readonly description: string;

  constructor(method: string, status: number | undefined, { description = '', parameters }: Partial<Answer> = {}, cause?: unknown) {
    super(`Telegram did not answer ${method}${status === undefined ? '' : `: ${status}`}`, { cause });
    this.status = status;
    this.description = description;
    this.retryAfter = parameters?.retry_after;
  }

  /** The person has blocked the bot, or the chat does not exist any more. */
  get isGone(): boolean {
    return this.status === FORBIDDEN || (this.isRefused && /chat not found/i.test(this.description));
  }

  /** The request would fail again. */
  get isRefused(): boolean {
    return this.status === BAD_REQUEST;
  }
}

interface Answer {
  ok: boolean;
  description?: string;
  result?: unknown;
  parameters?: { retry_after?: number };
}

interface Update {
  update_id: number;
  message?: {
    text?: string;
    chat: { id: number; type: string };
    from?: { language_code?: string };
    reply_to_message?: { message_id: number };
  };
}

const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const API = 'https://api.telegram.org';
/** Time for a request, beside the time that it may wait for updates. */
const TIMEOUT = 10 * SECOND;

export interface BotSettings {
  token: string;
  /** Overrides the address of the service, for tests. */
  api?: string;
}

/** The bot that Telegram knows by this token. */
export function telegramBot({ token, api = API }: BotSettings): Bot {
  let name: Promise<string> | undefined;
  async function ask<T>(
    method: string,
    body: object,
    { signal, seconds = 0 }: { signal?: AbortSignal; seconds?: number } = {},
  ): Promise<T> {
    const limit = AbortSignal.timeout(TIMEOUT + seconds * SECOND);
    let answer: Answer | undefined;
    let status: number | undefined;
    try {
      const response = await fetch(`${api}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      status = response.status;
      answer = (await response.json()) as Answer;
    } catch (cause) {
      // The cause can contain the address, and that the token.
      throw new BotError(method, status, {}, (cause as Error).name);
    }
    if (!answer.ok) throw new BotError(method, status, answer);
    return answer.result as T;
  }
  return {
    name() {
      name ??= ask<{ username: string }>('getMe', {}).then(({ username }) => username);
      name.catch(() => {
        name = undefined;
      });
      return name;
    },
    async receive(offset, seconds, signal) {
      const body = { offset, timeout: seconds, allowed_updates: ['message'] };
      return (await ask<Update[]>('getUpdates', body, { signal, seconds })).map(toUpdate);
    },
    async send(chatId, text, asksForReply) {
      const reply = asksForReply && { reply_markup: { force_reply: true } };
      const body = { chat_id: chatId, text, link_preview_options: { is_disabled: true }, ...reply };
      return (await ask<{ message_id: number }>('sendMessage', body)).message_id;
    },
  };
}

function toUpdate({ update_id: updateId, message }: Update): BotUpdate {
  if (message?.text === undefined || message.chat.type !== 'private') return { updateId };
  const { text, chat, from, reply_to_message: answered } = message;
  return { updateId, chatId: String(chat.id), text, languageCode: from?.language_code, replyTo: answered?.message_id };
}
