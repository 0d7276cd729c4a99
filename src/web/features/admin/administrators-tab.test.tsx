import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ListedAdmin } from '#contract/admins.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { ownAdminQuery } from '#web/admin/own-admin.queries.ts';
import { AdministratorsTab } from './administrators-tab.tsx';

const OWN = {
  email: 'own@example.com',
  role: 'all',
  language: 'ua',
  has_two_factor: false,
  recovery_codes_left: 0,
  is_from_settings: false,
} as const;
const OTHER: ListedAdmin = {
  ...{ admin_id: 2, email: 'other@example.com', role: 'all', language: 'ua', has_two_factor: true, last_login_at: null },
  ...{ created_at: '2026-05-01T08:00:00.000Z', is_from_settings: false },
};
const SELF: ListedAdmin = { ...OTHER, admin_id: 1, email: OWN.email, has_two_factor: false };

function shown(answers: Parameters<typeof fakeServer>[0] = {}) {
  const list = { success: true, admins: [SELF, OTHER], invitations: [] };
  const server = fakeServer({ 'GET /api/admin/admins': () => ({ body: list }), ...answers });
  const page = show(<AdministratorsTab onDirty={() => undefined} />);
  page.client.setQueryData(ownAdminQuery().queryKey, { success: true, data: OWN });
  return { ...server, ...page };
}

test('offers no action on the account of the caller', async () => {
  const { say } = shown();
  const row = within((await screen.findByText(OWN.email)).closest('li') as HTMLElement);
  expect(row.queryAllByRole('button')).toEqual([]);
  expect(row.getByText(say('adminSettings:admins.you'))).toBeTruthy();
});

test('changes a role after a confirmation, and sends the role that was shown', async () => {
  const { sent, say, user } = shown({
    'PATCH /api/admin/admins/2': () => ({ body: { success: true, data: { ...OTHER, role: 'orders' } } }),
  });
  await user.click(await screen.findByRole('button', { name: say('adminSettings:admins.toOrdersOf', { email: OTHER.email }) }));
  const dialog = within(screen.getByRole('dialog'));
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: say('adminSettings:admins.toOrders') }));
  await screen.findByText(say('errors:adminApi.changeRole.success', { nsSeparator: ':', keySeparator: false }));
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ role: 'orders', seen: 'all' });
});

test('keeps an address typed while the one before is invited', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { say, user } = shown({
    'POST /api/admin/invitations': async () => {
      await promise;
      return { status: 201, body: { success: true, data: {} } };
    },
  });
  const email = await screen.findByLabelText<HTMLInputElement>(say('adminSettings:admins.email'));
  await user.type(email, 'new@example.com');
  await user.click(screen.getByRole('button', { name: say('adminSettings:admins.invite') }));
  await user.clear(email);
  await user.type(email, 'next@example.com');
  resolve();
  await screen.findByText(say('errors:adminApi.invite.success', { nsSeparator: ':', keySeparator: false }));
  expect(email.value).toBe('next@example.com');
});

test('invites to orders and messages by default', async () => {
  const { sent, say, user } = shown({ 'POST /api/admin/invitations': () => ({ status: 201, body: { success: true, data: {} } }) });
  await user.type(await screen.findByLabelText(say('adminSettings:admins.email')), 'new@example.com');
  await user.click(screen.getByRole('button', { name: say('adminSettings:admins.invite') }));
  await screen.findByText(say('errors:adminApi.invite.success', { nsSeparator: ':', keySeparator: false }));
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'new@example.com', role: 'orders' });
});
