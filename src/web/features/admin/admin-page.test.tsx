import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Overview } from '#contract/overview.ts';
import type { AdminRole } from '#contract/roles.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { ownAdminQuery } from '#web/admin/own-admin.queries.ts';
import { currentAdminToken, endAdminSession, startAdminSession } from '#web/api/session.ts';
import { AdminPage } from './admin.page.tsx';
import { ADMIN_TABS, adminTabOf, forbiddenTab, tabsOf } from './admin-address.ts';

beforeEach(() => startAdminSession('token'));
afterEach(() => act(() => endAdminSession()));

const own = (role: AdminRole) => ({
  body: {
    success: true,
    data: { email: 'admin@example.com', role, has_two_factor: false, recovery_codes_left: 0, is_from_settings: false },
  },
});
const overview = (data: Partial<Overview> = {}) => ({
  body: { success: true, data: { orders: 0, messages: 0, mails: 0, setup: [], ...data } },
});
const rejected = { status: 403, body: { success: false, code: 'adminApi.role', message: '', requestId: 'x' } };
const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('tab'));

test('each role has its tabs; another one falls back to the orders', () => {
  expect(tabsOf('orders')).toEqual(['orders', 'income', 'messages', 'listUsers', 'ownAccount']);
  expect(tabsOf('all')).toEqual(ADMIN_TABS);
  expect(adminTabOf(new URLSearchParams('tab=changeCost'), 'orders')).toBe('orders');
  expect(adminTabOf(new URLSearchParams('tab=changeCost'), 'all')).toBe('changeCost');
  expect(forbiddenTab(new URLSearchParams('tab=changeCost'), 'orders')).toBe('changeCost');
  for (const query of ['tab=changeCost', '', 'tab=unknown']) expect(forbiddenTab(new URLSearchParams(query), 'all')).toBeUndefined();
});

test('shows the tabs of the role, and fewer of them after a list was rejected for the role', async () => {
  let role: AdminRole = 'all';
  const list = Promise.withResolvers<typeof rejected>();
  fakeServer({
    'GET /api/admin/account': () => own(role),
    'GET /api/admin/overview': () => overview(),
    'GET /api/admin/mails/failed': () => list.promise,
    'GET /api/admin/orders': () => rejected,
  });
  const { say } = show(<AdminPage />, { path: '/admin?tab=failedMails', route: '/admin' });
  await screen.findByRole('link', { name: say('admin:tabs.changeCost') });
  role = 'orders';
  list.resolve(rejected);
  await waitFor(() => expect(linksOf(say('admin:tabs.label'))).toEqual(['orders', 'income', 'messages', 'listUsers', 'ownAccount']));
  expect(await screen.findByText(say('adminSettings:roles.forbidden', { tab: say('admin:tabs.failedMails') }))).toBeTruthy();
});

test('an accepted invitation shows nothing of the administrator who was logged in before', async () => {
  let role: AdminRole = 'all';
  const second = Promise.withResolvers<ReturnType<typeof own>>();
  fakeServer({
    'GET /api/admin/account': () => (role === 'all' ? own(role) : second.promise),
    'GET /api/admin/overview': () => overview(),
    'POST /api/admin/invitations/check': () => ({ body: { success: true, email: 'new@example.com' } }),
    'POST /api/admin/invitations/accept': () => ({ status: 201, body: { success: true, tokenAdmin: 'other', email: 'new@example.com' } }),
    'GET /api/admin/orders': () => rejected,
  });
  const { say, user, client } = show(<AdminPage />, { path: '/admin#invitation=token', route: '/admin' });
  await waitFor(() => expect(client.getQueryData(ownAdminQuery().queryKey)).toBeDefined());
  for (const field of ['new', 'confirm'])
    await user.type(await screen.findByLabelText(say(`adminSettings:password.${field}`)), 'Kite7!wombat');
  role = 'orders';
  await user.click(screen.getByRole('button', { name: say('adminSettings:invitation.send') }));
  await screen.findByText(say('errors:adminApi.accept.success', { nsSeparator: ':', keySeparator: false }));
  await waitFor(() => expect(screen.queryByLabelText(say('adminSettings:password.new'))).toBeNull());
  expect(screen.queryByRole('navigation')).toBeNull();
  second.resolve(own(role));
  await waitFor(() => expect(linksOf(say('admin:tabs.label'))).toEqual(['orders', 'income', 'messages', 'listUsers', 'ownAccount']));
});

test('an invitation that was used says so instead of asking for a password', async () => {
  fakeServer({
    'GET /api/admin/account': () => own('all'),
    'GET /api/admin/overview': () => overview(),
    'POST /api/admin/invitations/check': () => ({ status: 404, body: { success: false, code: 'adminApi.invitation.404', message: '' } }),
  });
  const { say } = show(<AdminPage />, { path: '/admin#invitation=used', route: '/admin' });
  await screen.findByText(say('errors:adminApi.invitation.404', { nsSeparator: ':', keySeparator: false }));
  expect(screen.queryByLabelText(say('adminSettings:password.new'))).toBeNull();
  expect(screen.getByRole('link', { name: say('adminSettings:invitation.login') }).getAttribute('href')).toBe('/admin');
});

test('a new login is asked for with the email typed already; without a confirmation the session goes on', async () => {
  fakeServer({
    'GET /api/admin/account': () => own('all'),
    'GET /api/admin/overview': () => overview(),
    'GET /api/admin/orders': () => rejected,
  });
  const { say, user } = show(<AdminPage />, { path: '/admin', route: '/admin' });
  await screen.findByRole('navigation', { name: say('admin:tabs.label') });
  const email = () => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(say('admin:login.email')).value;
  const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  for (const leave of [() => user.click(screen.getByRole('button', { name: say('admin:ended.resume') })), pressEscape]) {
    act(() => endAdminSession('adminApi.reloginRequired'));
    await screen.findByRole('dialog', { name: say('admin:ended.confirmTitle') });
    expect(email()).toBe('admin@example.com');
    expect(currentAdminToken()).toBeNull();
    await leave();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentAdminToken()).toBe('token');
  }
  act(() => endAdminSession('api.401'));
  await screen.findByRole('dialog', { name: say('admin:ended.title') });
  expect(email()).toBe('admin@example.com');
  pressEscape();
  expect(screen.queryByRole('button', { name: say('admin:ended.resume') })).toBeNull();
  expect(currentAdminToken()).toBeNull();
});

test('counts what waits behind a tab, and lists what is still to set up above the orders', async () => {
  fakeServer({
    'GET /api/admin/account': () => own('all'),
    'GET /api/admin/overview': () => overview({ orders: 3, messages: 1_000, setup: ['mail', 'twoFactor'] }),
    'GET /api/admin/orders': () => rejected,
  });
  const { say } = show(<AdminPage />, { path: '/admin', route: '/admin' });
  const setup = await screen.findByRole('region', { name: say('adminSettings:setup.title') });
  expect(within(setup).getAllByRole('listitem')).toHaveLength(2);
  expect(
    within(setup)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/admin?tab=ownAccount']);
  const menu = screen.getByRole('navigation', { name: say('admin:tabs.label') });
  const named = (tab: string, count: string) => within(menu).getByRole('link', { name: `${say(`admin:tabs.${tab}`)} ${count}`.trim() });
  for (const [tab, count] of [
    ['orders', '3'],
    ['messages', '999+'],
    ['failedMails', ''],
  ] as const)
    expect(named(tab, count)).toBeDefined();
});

test('the role for orders is not asked to set a mail server', async () => {
  fakeServer({
    'GET /api/admin/account': () => own('orders'),
    'GET /api/admin/overview': () => overview({ mails: null, setup: ['mail', 'twoFactor'] }),
    'GET /api/admin/orders': () => rejected,
  });
  const { say } = show(<AdminPage />, { path: '/admin', route: '/admin' });
  const setup = await screen.findByRole('region', { name: say('adminSettings:setup.title') });
  expect(within(setup).getAllByRole('listitem')).toHaveLength(1);
});
