import type { Feature, SharedServices } from '../../feature.ts';
import { usersRoutes } from './users.routes.ts';

export const usersFeature = ({ users }: SharedServices): Feature => ({ routes: usersRoutes(users) });
