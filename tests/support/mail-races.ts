/** Two processes that see the same due emails; see races.ts. */
import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { isoTime } from '#server/ports/clock.ts';
import { request } from './processes.ts';
import { atOnce, type Race } from './races.ts';

const MAILS = 20;
const POLL_INTERVAL = 20;
const DEADLINE = 60_000;

/** How often each email was written to the outbox. */
function deliveries(outbox: string, messageIds: string[]): number[] {
  const written = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  const contents = written.map((name) => readFileSync(join(outbox, name), 'utf8'));
  return messageIds.map((messageId) => contents.filter((content) => content.includes(messageId)).length);
}

export const dueMails: Race = async (pair) => {
  const { store, servers } = pair;
  const now = isoTime(Date.now());
  const messageIds = Array.from({ length: MAILS }, () => `<${randomUUID()}@carnet>`);
  const mail = {
    kind: 'code',
    recipient: 'olena@example.com',
    subject: 'Код',
    text_body: 'Код',
    html_body: '<p>Код</p>',
    created_at: now,
  } as const;
  await store.db
    .insertInto('mails')
    .values(messageIds.map((message_id) => ({ ...mail, message_id, expires_at: null, next_try_at: now, tries: 0, sent_at: null })))
    .execute();
  // A new email wakes the delivery of each process.
  await atOnce(pair, (server) => request(server, 'POST', '/api/users/send-code', { body: { email: `${randomUUID()}@example.com` } }), 2);
  const deadline = Date.now() + DEADLINE;
  const waiting = () =>
    store.db.selectFrom('mails').select('id').where('message_id', 'in', messageIds).where('sent_at', 'is', null).execute();
  while ((await waiting()).length > 0 && Date.now() < deadline) await after(POLL_INTERVAL);
  const outbox = join(servers[0].dataDir, 'outbox');
  deepStrictEqual(
    deliveries(outbox, messageIds),
    messageIds.map(() => 1),
  );
};
