import type { Feature } from '../../feature.ts';
import type { UsersService } from '../users/users.service.ts';
import { usersRoutes } from './users.routes.ts';

export const usersFeature = ({ users }: { users: UsersService }): Feature => ({ routes: usersRoutes(users) });
