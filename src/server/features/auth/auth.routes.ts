import { logout } from '#contract/auth.ts';
import { type Route, route } from '../../http/route.ts';
import type { SessionsService } from './sessions.service.ts';

export const authRoutes = (sessions: SessionsService): Route[] => [
  route(logout, async ({ caller }) => {
    await sessions.remove(caller.session);
    return {};
  }),
];
