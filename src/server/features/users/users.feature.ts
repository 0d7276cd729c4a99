import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature, SharedServices } from '../../feature.ts';
import { userSearchJob } from './user-search.job.ts';
import { userSearchRepo } from './user-search.repo.ts';
import { usersRepo } from './users.repo.ts';
import { usersRoutes } from './users.routes.ts';

export const usersFeature = ({ store }: Deps, { users }: SharedServices): Feature => ({
  routes: usersRoutes(users),
  jobs: [userSearchJob({ work: workOf(store, (db) => ({ users: usersRepo(db), userSearch: userSearchRepo(db) })) })],
});
