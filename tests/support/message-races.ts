/** Invariants of contact messages when two administrators use two server processes; see races.ts. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { systemClock } from '#server/ports/clock.ts';
import { feedbackBody } from './builders.ts';
import { anAdmin, type TestAdmin } from './orders.ts';
import { request } from './processes.ts';
import { AT_ONCE, atOnce, type Pair, type Race, statuses } from './races.ts';

const clock = systemClock;

const twoAdmins = async ({ store }: Pair): Promise<TestAdmin[]> => [await anAdmin({ store, clock }), await anAdmin({ store, clock })];
const of = (admins: TestAdmin[], index: number): TestAdmin => admins[index % admins.length] as TestAdmin;

/** Inserts a message, because the form accepts only some per hour. */
async function aMessage({ store }: Pair): Promise<number> {
  const { firstName: first_name = '', lastName: last_name = '', email = '', userMessage: text = '' } = feedbackBody();
  const row = {
    user_id: null,
    first_name,
    last_name,
    email,
    text,
    language: 'ua',
    is_priority: 0,
    created_at: '2026-05-01T08:00:00.000Z',
  } as const;
  return (await store.db.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const actionsOf = async ({ store }: Pair, id: number): Promise<string[]> =>
  (await store.db.selectFrom('audit').select('action').where('subject', '=', `message ${id}`).execute()).map(({ action }) => action).sort();

/** Both administrators reply without having seen the reply of the other, some of them twice: one email is queued. */
export const repliesUnseen: Race = async (pair) => {
  const admins = await twoAdmins(pair);
  const id = await aMessage(pair);
  const answers = await atOnce(pair, (server, index) =>
    request(server, 'POST', `/api/admin/messages/${id}/replies`, {
      token: of(admins, index).token,
      body: { text: `Reply of administrator ${index % 2}`, replies_seen: 0 },
      headers: { 'idempotency-key': `reply-${id}-${index % 2}` },
    }),
  );
  deepStrictEqual(statuses(answers), { '201 messagesApi.reply.success': AT_ONCE / 2, '409 messagesApi.replied': AT_ONCE / 2 });
  const mails = await pair.store.db
    .selectFrom('mails')
    .innerJoin('feedback_replies as reply', 'reply.id', 'mails.reply_id')
    .select('mails.id')
    .where('reply.feedback_id', '=', id)
    .execute();
  strictEqual(mails.length, 1);
  deepStrictEqual(await actionsOf(pair, id), ['message.reply', 'message.status']);
};

/** Both administrators mark a message: the first press counts, and the others change nothing. */
export const marks: Race = async (pair) => {
  const admins = await twoAdmins(pair);
  const id = await aMessage(pair);
  const answers = await atOnce(pair, (server, index) =>
    request(server, 'PATCH', `/api/admin/messages/${id}`, { token: of(admins, index).token, body: { status: 'answered' } }),
  );
  deepStrictEqual(statuses(answers), { '200 messagesApi.update.success': AT_ONCE });
  strictEqual(new Set(answers.map(({ body }) => body.data.answered_by)).size, 1);
  deepStrictEqual(await actionsOf(pair, id), ['message.status']);
};
