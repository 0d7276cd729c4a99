import type { Body } from '#contract/endpoint.ts';
import type { ListedMessage, Message, MessageFilter, MessageReply, MessageStatus, replyToMessage } from '#contract/messages.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import { type PageQuery, sliceOf } from '../../db/paging.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { MailRepos, MailsService } from '../../infra/mails/mails.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import { type ListedMessageRow, type MessageListRepo, type MessageQuery, SEARCHED_MAX } from './message-list.repo.ts';
import { termsOf } from './message-words.rules.ts';
import type { MessageRow, MessagesRepo, ReplyRow } from './messages.repo.ts';

interface MessageRepos extends MailRepos, AuditRepos {
  messages: MessagesRepo;
}

interface Deps {
  work: Work<MessageRepos & { messageList: MessageListRepo }>;
  audit: AuditService;
  mails: Pick<MailsService, 'queueReply'>;
  clock: Clock;
  contactEmail: string | undefined;
  hasSmtp: boolean;
}

type Listing = PageQuery & { status: MessageFilter; q: string };

interface MessageList {
  data: ListedMessage[];
  total: number;
  total_in_all: number;
  is_partial: boolean;
  has_contact_email: boolean;
  has_smtp: boolean;
}

export type MessagesService = ReturnType<typeof messagesService>;

/** The administrator's operations on contact messages. Every change is written to the audit log. */
export function messagesService({ work, audit, mails, clock, contactEmail, hasSmtp }: Deps) {
  async function get({ messages }: Pick<MessageRepos, 'messages'>, id: number): Promise<Message> {
    const row = await messages.find(id);
    if (!row) throw new AppError('messagesApi.404');
    return toMessage(row, await messages.listReplies(id));
  }

  /** Begins with the rarest term, so that few messages have to be compared. */
  async function queryOf(status: MessageFilter, terms: readonly string[]): Promise<MessageQuery> {
    const counted: { term: string; count: number }[] = [];
    for (const term of terms) counted.push({ term, count: await work.repos.messageList.countMatches(term) });
    counted.sort((a, b) => a.count - b.count);
    return { status, terms: counted.map(({ term }) => term), isBroad: (counted[0]?.count ?? 0) > SEARCHED_MAX };
  }

  return {
    /** Unanswered messages with priority first, then newest first. */
    async list({ q, status, ...page }: Listing): Promise<MessageList> {
      const query = await queryOf(status, termsOf(q));
      const isUnfindable = q !== '' && query.terms.length === 0;
      const total = isUnfindable ? 0 : await work.repos.messageList.count(query);
      const slice = sliceOf(page, total);
      const rows = slice ? await work.repos.messageList.list(query, slice) : [];
      const isInAllUnknown = total === 0 && q !== '' && !isUnfindable && status !== 'all';
      return {
        data: rows.map(toListedMessage),
        total,
        total_in_all: isInAllUnknown ? await work.repos.messageList.count({ ...query, status: 'all' }) : 0,
        is_partial: query.isBroad,
        has_contact_email: contactEmail !== undefined,
        has_smtp: hasSmtp,
      };
    },

    /** 404 for an unknown id. */
    async get(id: number): Promise<Message> {
      return get(work.repos, id);
    },

    /** Sets the status; if the message already has it, nothing changes, not even its administrator and time. */
    async update(admin: AdminCaller, id: number, status: MessageStatus): Promise<Message> {
      return work.inTransaction(async (repos) => {
        await mark(repos, admin, id, status);
        return get(repos, id);
      });
    },

    /**
     * Queues the reply as an email to the sender and marks the message as answered. A repeated key with the same text changes nothing. 409 if another
     * administrator has replied since the caller loaded the message.
     */
    async reply(
      admin: AdminCaller,
      id: number,
      { text, replies_seen }: Body<typeof replyToMessage>,
      key?: IdempotencyKey,
    ): Promise<Message> {
      return work.inTransaction(async (repos) => {
        const { messages } = repos;
        if (!(await messages.lock(id))) throw new AppError('messagesApi.404');
        if (key && (await isRepeated(messages, { actor: admin.email, id, text, key }))) return get(repos, id);
        const replies = await messages.listReplies(id);
        if (replies_seen !== undefined && replies.length > replies_seen) throw new AppError('messagesApi.replied');
        const facts = { actor: admin.email, request_key: key?.key ?? null, created_at: isoTime(clock.now()) };
        const replyId = await messages.insertReply({ feedback_id: id, text, ...facts });
        const message = (await messages.find(id)) as MessageRow;
        const earlier = replies.flatMap(({ message_id }) => message_id ?? []);
        await mails.queueReply(repos, { message, text, replyId, earlier, replyTo: contactEmail });
        await audit.write(repos, { actor: admin.email, action: 'message.reply', subject: `message ${id}` });
        await mark(repos, admin, id, 'answered');
        return get(repos, id);
      });
    },

    /** Deletes the message with its replies and their emails, also those that wait. 404 for an unknown id. */
    async remove(admin: AdminCaller, id: number): Promise<void> {
      await work.inTransaction(async (repos) => {
        if (!(await repos.messages.delete(id))) throw new AppError('messagesApi.404');
        await audit.write(repos, { actor: admin.email, action: 'message.delete', subject: `message ${id}` });
      });
    },
  };

  async function mark(repos: MessageRepos, { email }: AdminCaller, id: number, status: MessageStatus): Promise<void> {
    if (!(await repos.messages.updateStatus(id, status, email, isoTime(clock.now())))) return;
    const states = { before: { message_status: status === 'answered' ? 'waiting' : 'answered' }, after: { message_status: status } };
    await audit.write(repos, { actor: email, action: 'message.status', subject: `message ${id}`, ...states });
  }
}

const toListedMessage = ({ is_priority, ...row }: ListedMessageRow): ListedMessage => ({ ...row, is_priority: is_priority === 1 });

const toMessage = ({ is_priority, ...row }: MessageRow, replies: readonly ReplyRow[]): Message => ({
  ...row,
  is_priority: is_priority === 1,
  replies: replies.map(toReply),
});

const toReply = ({ id, text, actor, created_at, mail_id, failed_at, next_try_at, failure }: ReplyRow): MessageReply => ({
  ...{ id, text, actor, created_at, mail_id },
  state: failed_at !== null ? 'failed' : next_try_at !== null ? 'waiting' : 'sent',
  reason: failure,
});

/** Whether the reply was sent before with the same key; 409 if the key was used for another one. */
async function isRepeated(
  messages: MessagesRepo,
  { actor, id, text, key: { key } }: { actor: string; id: number; text: string; key: IdempotencyKey },
): Promise<boolean> {
  const sent = await messages.findReply(actor, key);
  if (sent && (sent.feedback_id !== id || sent.text !== text)) throw new AppError('api.idempotencyKey.used');
  return sent !== undefined;
}
