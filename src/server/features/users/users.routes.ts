import { listUsers } from '#contract/users.admin.ts';
import { getUser, getUserTariff } from '#contract/users.ts';
import { type Route, route } from '../../http/route.ts';
import type { UserListsService } from './user-lists.service.ts';
import type { UsersService } from './users.service.ts';

export const usersRoutes = (users: UsersService, lists: UserListsService): Route[] => [
  route(getUser, async ({ caller }) => ({ data: await users.get(caller) })),
  route(getUserTariff, async ({ caller }) => users.getTariff(caller)),
  route(listUsers, ({ caller, query }) => lists.list(caller, query)),
];
