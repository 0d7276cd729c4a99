/** A local Telegram for one bot: keeps what the bot sent, and hands out what people write to it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Sent {
  chatId: string;
  text: string;
  messageId: number;
  asksForReply: boolean;
}

export interface FakeTelegram {
  /** Settings of the bot. */
  bot: { token: string; api: string };
  /** What the bot sent, oldest first. */
  sent: Sent[];
  /** Answers to `sendMessage` instead of success, one after the other. */
  failures: { status: number; retryAfter?: number }[];
  /** Someone writes to the bot. */
  write(chatId: number, text: string, more?: { language?: string; type?: string; replyTo?: number | undefined }): void;
  /** Numbers the next update like this, as after a quiet week. */
  countFrom(update: number): void;
  close(): Promise<void>;
}

const TOKEN = '12345:a-token';

export async function fakeTelegram(): Promise<FakeTelegram> {
  const sent: Sent[] = [];
  const failures: FakeTelegram['failures'] = [];
  let updates: { update_id: number }[] = [];
  let lastUpdate = 0;
  let lastMessage = 0;
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of the methods differ
  const answers: Record<string, (body: any) => [number, object]> = {
    getMe: () => [200, { ok: true, result: { username: 'carnet_bot' } }],
    getUpdates({ offset }) {
      // Earlier ones are forgotten.
      updates = updates.filter(({ update_id }) => update_id >= offset);
      return [200, { ok: true, result: updates }];
    },
    sendMessage({ chat_id: chatId, text, reply_markup }) {
      const failure = failures.shift();
      if (failure) {
        const parameters = failure.retryAfter === undefined ? {} : { parameters: { retry_after: failure.retryAfter } };
        return [failure.status, { ok: false, error_code: failure.status, description: 'x', ...parameters }];
      }
      lastMessage += 1;
      sent.push({ chatId: String(chatId), text, messageId: lastMessage, asksForReply: reply_markup?.force_reply === true });
      return [200, { ok: true, result: { message_id: lastMessage } }];
    },
  };
  const server = createServer((request, response) => {
    const [, token, method = ''] = request.url?.split('/') ?? [];
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const known = token === `bot${TOKEN}` ? answers[method] : undefined;
      const [status, body] = known?.(JSON.parse(Buffer.concat(parts).toString())) ?? [404, { ok: false, error_code: 404 }];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    bot: { token: TOKEN, api: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    sent,
    failures,
    write(chatId, text, { language = 'uk', type = 'private', replyTo } = {}) {
      lastUpdate += 1;
      const reply = replyTo === undefined ? {} : { reply_to_message: { message_id: replyTo } };
      const message = { text, chat: { id: chatId, type }, from: { language_code: language }, ...reply };
      updates.push({ update_id: lastUpdate, message } as { update_id: number });
    },
    countFrom(update) {
      lastUpdate = update - 1;
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
