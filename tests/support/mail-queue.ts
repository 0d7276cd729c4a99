/** Emails in the queue, and a mailer that a test controls. */
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { vi } from 'vitest';
import type { MailKind } from '#contract/mails.ts';

import type { Tables } from '#server/db/tables.ts';
import { URGENCY_OF } from '#server/infra/mails/mail-urgency.rules.ts';
import { isoTime } from '#server/ports/clock.ts';
import type { Mailer, OutgoingMail } from '#server/ports/mailer.ts';
import { anEmail } from './accounts.ts';
import type { Rows, TestApp } from './app.ts';

const INSERTED = 200;

export interface TestMailer extends Mailer {
  /** Every email whose delivery was attempted, in the order of the attempts. */
  attempted: OutgoingMail[];
  /** Called for each email; succeeds without delivering anything by default. */
  onSend: (mail: OutgoingMail) => Promise<void>;
  /** Clears the attempts, and lets deliveries succeed again. */
  reset(): void;
}

export function testMailer(): TestMailer {
  const mailer: TestMailer = {
    attempted: [],
    onSend: async () => undefined,
    reset() {
      mailer.attempted = [];
      mailer.onSend = async () => undefined;
    },
    send(mail) {
      mailer.attempted.push(mail);
      return mailer.onSend(mail);
    },
    close: () => undefined,
  };
  return mailer;
}

/** Inserts emails of a kind that are due now; returns their recipients. */
export async function insertMails(
  { store, clock }: Rows,
  kind: MailKind,
  count: number,
  row: Partial<Insertable<Tables['mails']>> = {},
): Promise<string[]> {
  const now = isoTime(clock.now());
  const rows = Array.from({ length: count }, () => ({
    message_id: `<${randomUUID()}@carnet.test>`,
    kind,
    urgency: URGENCY_OF[kind],
    recipient: anEmail(),
    subject: 'a',
    text_body: 'b',
    html_body: 'c',
    created_at: now,
    next_try_at: now,
    expires_at: null,
    sent_at: null,
    tries: 0,
    ...row,
  }));
  for (let from = 0; from < rows.length; from += INSERTED)
    await store.db
      .insertInto('mails')
      .values(rows.slice(from, from + INSERTED))
      .execute();
  return rows.map(({ recipient }) => recipient);
}

/** The warnings of an application from now on, as one text. */
export function warningsOf({ server }: Pick<TestApp, 'server'>): () => string {
  const warn = vi.spyOn(server.log, 'warn');
  return () =>
    warn.mock.calls
      .flat()
      .map((part) => (part instanceof Error ? `${part.message} ${part.stack} ${JSON.stringify(part)}` : String(part)))
      .join('\n');
}
