import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { bucketsRepo } from '../buckets/buckets.repo.ts';
import { visitorLimitsService } from '../buckets/visitor-limits.service.ts';
import type { UsersService } from '../users/users.service.ts';
import { userListRepo } from './user-list.repo.ts';
import { userListsService } from './user-lists.service.ts';
import { usersRoutes } from './users.routes.ts';

export function usersFeature({ store, clock }: Deps, { users }: { users: UsersService }): Feature {
  const work = workOf(store, (db) => ({ userList: userListRepo(db), buckets: bucketsRepo(db) }));
  const limits = visitorLimitsService({ work, clock });
  return { routes: usersRoutes(users, userListsService({ work, clock, search: users.search, limits })) };
}
