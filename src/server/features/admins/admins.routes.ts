import { adminLogin, adminLogout } from '#contract/admins.ts';
import { type Route, route } from '../../http/route.ts';
import type { AdminsService } from './admins.service.ts';

export const adminsRoutes = (admins: AdminsService): Route[] => [
  route(adminLogin, ({ body, visitor }) => admins.login(body.email, body.password, visitor)),
  route(adminLogout, async ({ caller }) => {
    await admins.logout(caller);
    return {};
  }),
];
