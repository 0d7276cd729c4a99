import { HOUR } from '#contract/time.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import type { Job } from '../../infra/jobs/jobs.service.ts';
import type { UserSearchRepo } from './user-search.repo.ts';
import { storeSearchText, type UserRepos } from './users.service.ts';

interface Deps {
  work: Work<UserRepos & { userSearch: UserSearchRepo }>;
}

const BATCH = 50;

/** Makes users findable whom an earlier release has stored, before or during the upgrade. */
export const userSearchJob = ({ work }: Deps): Job => ({
  name: 'users.search',
  every: HOUR,
  async run() {
    const ids = await work.repos.userSearch.listUnsearched(BATCH);
    for (const id of ids) {
      await nextTurn();
      await work.inTransaction(async (repos) => {
        const user = await repos.users.lock(id);
        if (user) await storeSearchText(repos, user);
      });
    }
    return ids.length < BATCH;
  },
});
