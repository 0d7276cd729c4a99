import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { AuditTab } from './audit-tab.tsx';

type Router = ReturnType<typeof show>['router'];

afterEach(() => vi.useRealTimers());

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-21T10:00:00.000Z',
  actor: 'admin@example.com',
  action: 'order.status',
  subject: 'order 57NNUQ7J',
  user_id: 6,
  email: 'maria@example.com',
  before: { status: 'processing' },
  after: { status: 'confirmed' },
  reason: 'За листом',
  ...changes,
});
const path = '/admin?tab=auditTrail';

function shown(entries: AuditEntry[], { at = path, isMore = false, language = 'en' as (typeof LANGUAGES)[number] } = {}) {
  const { sent } = fakeServer({
    'GET /api/admin/audit': () => ({ body: { success: true, data: entries, total: entries.length, is_more: isMore } }),
  });
  return { ...show(<AuditTab />, { language, path: at }), sent, asked: () => Object.fromEntries(sent.at(-1)?.query ?? []) };
}

test.each(LANGUAGES)('an entry names the user and leads to the order and the user: %s', async (language) => {
  const { say } = shown([entry({})], { language });
  const order = await screen.findByRole('link', { name: say('adminReports:audit.actions.order.status', { name: '57NN UQ7J' }) });
  expect(order.getAttribute('href')).toBe('/admin?tab=orders&q=57NNUQ7J');
  const user = screen.getByRole('link', { name: 'maria@example.com' });
  expect(user.getAttribute('href')).toBe('/admin?tab=listUsers&user=6');
  expect(user.parentElement?.textContent).toBe(`maria@example.com, ${say('adminReports:audit.user', { value: 6 })}`);
});

test('an entry of a deleted account or order leads nowhere', async () => {
  const { say } = shown([
    entry({ action: 'order.delete', after: null, email: null }),
    entry({ id: 2, action: 'prices.update', subject: 'prices', user_id: null, email: null }),
  ]);
  await screen.findByText(say('adminReports:audit.deletedUser', { value: 6 }));
  expect(screen.queryAllByRole('link')).toEqual([]);
});

test('a login and an automatic step say so, without “nothing was changed”', async () => {
  const login = entry({ action: 'admin.login', subject: 'admin 1', user_id: null, email: null, before: null, after: null });
  const { say, container } = shown([login, entry({ id: 2, actor: 'auto' })]);
  await screen.findByText(say('adminReports:audit.actions.admin.login'));
  expect(container.textContent).toContain(say('adminReports:audit.auto'));
  expect(container.textContent).not.toContain(say('adminReports:audit.unchanged'));
});

test('kind and days are in the URL and are sent as the kind and times of the local days', async () => {
  const { say, user, router, asked } = shown([entry({})]);
  await user.selectOptions(await screen.findByLabelText(say('adminReports:audit.kind')), 'logins');
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'logins' }));
  fireEvent.change(screen.getByLabelText(say('adminReports:audit.from')), { target: { value: '2026-10-24' } });
  fireEvent.change(screen.getByLabelText(say('adminReports:audit.to')), { target: { value: '2026-10-25' } });
  const [from, to] = [new Date(2026, 9, 24).toISOString(), new Date(2026, 9, 26).toISOString()];
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'logins', from, to }));
  expect(router.state.location.search).toBe('?tab=auditTrail&kind=logins&from=2026-10-24&to=2026-10-25');
  fireEvent.change(screen.getByLabelText(say('adminReports:audit.from')), { target: { value: '' } });
  await waitFor(() => expect(asked()).not.toHaveProperty('from'));
});

test('a year that is being typed is not applied', async () => {
  const { say, router } = shown([entry({})]);
  const from = await screen.findByLabelText<HTMLInputElement>(say('adminReports:audit.from'));
  fireEvent.change(from, { target: { value: '0020-10-24' } });
  expect(from.value).toBe('0020-10-24');
  expect(router.state.location.search).toBe('?tab=auditTrail');
});

test('filters without entries offer all of them, and days in the wrong order are an error', async () => {
  const { say, user, router } = shown([], { at: `${path}&kind=cards&from=2026-10-25&to=2026-10-24&q=x` });
  await screen.findByText(say('errors:validation.date.order', { keySeparator: false }));
  await screen.findByText(say('adminReports:audit.notFound', { q: 'x' }), { exact: false });
  await user.click(screen.getByRole('button', { name: say('adminReports:audit.showAll') }));
  expect(router.state.location.search).toBe('?tab=auditTrail');
});

test('says that there are older entries', async () => {
  const { say } = shown([entry({})], { at: `${path}&kind=orders`, isMore: true });
  await screen.findByText(say('adminReports:audit.more', { value: 1 }));
  await screen.findByText('1+');
});

test('two filters changed before the address is rendered both apply', async () => {
  const { say, asked, router } = shown([entry({})]);
  await screen.findAllByRole('listitem');
  const choose = (key: string, value: string) =>
    fireEvent.change(screen.getByLabelText(say(`adminReports:audit.${key}`)), { target: { value } });
  act(() => {
    choose('to', '2026-11-20');
    choose('to', '2026-11-30');
    choose('from', '2026-11-01');
  });
  await waitFor(() => expect(asked()).toHaveProperty('from'));
  expect(router.state.location.search).toBe('?tab=auditTrail&to=2026-11-30&from=2026-11-01');
});

test('a filter keeps what a link has changed whose page is not rendered yet', async () => {
  const { say, router } = shown([entry({})]);
  await screen.findAllByRole('listitem');
  history.replaceState(null, '', `${path}&from=2026-11-01`);
  fireEvent.change(screen.getByLabelText(say('adminReports:audit.kind')), { target: { value: 'orders' } });
  await waitFor(() => expect(router.state.location.search).toBe('?tab=auditTrail&from=2026-11-01&kind=orders'));
});

test('a page beyond the last one does not undo a link whose page is not rendered yet', async () => {
  const { router } = shown([entry({})], { at: `${path}&page=2` });
  history.replaceState(null, '', '/admin?tab=orders&page=3');
  await screen.findAllByRole('listitem');
  await act(() => router.revalidate());
  expect(window.location.search).toBe('?tab=orders&page=3');
  await act(() => router.navigate(`${path}&page=2`));
  await waitFor(() => expect(window.location.search).toBe('?tab=auditTrail'));
});

test('a link to a page beyond the last one opens the last one with the filters of the link', async () => {
  const { router, sent } = shown([entry({})]);
  const open = (search: string) => act(() => router.navigate(search));
  await open('?tab=auditTrail&kind=prices&page=2');
  await waitFor(() => expect(router.state.location.search).toBe('?tab=auditTrail&kind=prices'));
  await open('?tab=auditTrail&kind=orders');
  await waitFor(() => expect(sent.at(-1)?.query.get('kind')).toBe('orders'));
  // The number of entries is known from before.
  await open('?tab=auditTrail&kind=prices&page=2');
  await waitFor(() => expect(router.state.location.search).not.toContain('page'));
  expect(router.state.location.search).toBe('?tab=auditTrail&kind=prices');
});

test.each([
  ['a link whose page is not rendered yet', async () => history.replaceState(null, '', '/admin?tab=orders')],
  ['a link whose page is being loaded', async (router: Router) => act(() => void router.navigate('/loading'))],
])('a search that waits for its pause does not undo %s', async (_, follow) => {
  const { router } = shown([entry({})]);
  await screen.findAllByRole('listitem');
  vi.useFakeTimers();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'maria' } });
  await follow(router);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(router.state.location.search).toBe('?tab=auditTrail');
  await act(() => router.navigate(path));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(router.state.location.search).toBe('?tab=auditTrail&q=maria');
});
