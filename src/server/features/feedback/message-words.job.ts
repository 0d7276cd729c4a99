import { HOUR } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import type { Job } from '../../infra/jobs/jobs.service.ts';
import type { MessageWordsRepo } from './message-words.repo.ts';
import { wordsOf } from './message-words.rules.ts';

interface Deps {
  work: Work<{ words: MessageWordsRepo }>;
}

const BATCH = 50;

/** Stores the words of messages that an earlier release has stored, before or during the upgrade. */
export const messageWordsJob = ({ work }: Deps): Job => ({
  name: 'messages.words',
  every: HOUR,
  async run() {
    const messages = await work.repos.words.listUnindexed(BATCH);
    for (const message of messages)
      await work.inTransaction(async ({ words }) => {
        if (await words.markIndexed(message.id)) await words.insert(message.id, wordsOf(message));
      });
    return messages.length < BATCH;
  },
});
