import type { Deps } from '../../deps.ts';
import type { Feature, SharedServices } from '../../feature.ts';
import { usersRoutes } from './users.routes.ts';

export const usersFeature = (_: Deps, { users }: SharedServices): Feature => ({ routes: usersRoutes(users) });
