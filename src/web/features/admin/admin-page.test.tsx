import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AdminRole } from '#contract/roles.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { endAdminSession, startAdminSession } from '#web/api/session.ts';
import { AdminPage } from './admin.page.tsx';
import { ADMIN_TABS, adminTabOf, tabsOf } from './admin-address.ts';

beforeEach(() => startAdminSession('token'));
afterEach(() => act(() => endAdminSession()));

const own = (role: AdminRole) => ({
  body: {
    success: true,
    data: { email: 'admin@example.com', role, has_two_factor: false, recovery_codes_left: 0, is_from_settings: false },
  },
});
const refused = { status: 403, body: { success: false, code: 'adminApi.role', message: '', requestId: 'x' } };
const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('tab'));

test('each role has its tabs; another one falls back to the orders', () => {
  expect(tabsOf('orders')).toEqual(['orders', 'messages', 'ownAccount']);
  expect(tabsOf('all')).toEqual(ADMIN_TABS);
  expect(adminTabOf(new URLSearchParams('tab=changeCost'), 'orders')).toBe('orders');
  expect(adminTabOf(new URLSearchParams('tab=changeCost'), 'all')).toBe('changeCost');
});

test('shows the tabs of the role, and fewer of them after a list was refused to the role', async () => {
  let role: AdminRole = 'all';
  const list = Promise.withResolvers<typeof refused>();
  fakeServer({
    'GET /api/admin/account': () => own(role),
    'GET /api/admin/mails/failed': () => list.promise,
    'GET /api/admin/orders': () => refused,
  });
  const { say } = show(<AdminPage />, { path: '/admin?tab=failedMails', route: '/admin' });
  await screen.findByRole('link', { name: say('admin:tabs.changeCost') });
  role = 'orders';
  list.resolve(refused);
  await waitFor(() => expect(linksOf(say('admin:tabs.label'))).toEqual(['orders', 'messages', 'ownAccount']));
});
