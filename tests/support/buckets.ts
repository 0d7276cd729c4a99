import { HOUR } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import type { Answer, TestApp } from './app.ts';

/** Uses up a rate limit for an hour, sends the request, and resets the limit. */
export async function whileUsedUp({ store: { db }, clock }: TestApp, subject: string, ask: () => Promise<Answer>): Promise<Answer> {
  const full_at = isoTime(clock.now() + HOUR);
  await db
    .insertInto('buckets')
    .values({ subject, full_at })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ full_at }))
    .execute();
  try {
    return await ask();
  } finally {
    await db.deleteFrom('buckets').where('subject', '=', subject).execute();
  }
}
