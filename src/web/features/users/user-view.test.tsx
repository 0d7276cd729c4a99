import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { UserPage } from '#contract/accounts.admin.ts';
import type { Income } from '#contract/income.ts';
import type { ListedOrder } from '#contract/orders.ts';
import type { AdminRole } from '#contract/roles.ts';
import { NO_TRANSFER } from '#contract/transfers.ts';
import ukrainian from '#locales/ua/adminLists.json' with { type: 'json' };
import { fakeServer, show } from '#tests/support/component.tsx';
import { actAs } from '#tests/support/own-admin.ts';
import { keys } from '#web/api/keys.ts';
import { UsersTab } from './users-tab.tsx';

const USER: UserPage = {
  ...{ user_id: 7, email: 'olena@example.com', first_name: 'Olena', last_name: 'Koval', phone: '+380671234567', language: 'ua' },
  ...{
    is_locked: false,
    locked_at: null,
    lock_reason: null,
    login_locked_until: null,
    code_locked_until: null,
    sessions: 2,
    admin_notes: 'Called twice.',
  },
  ...{ tariff: 'family', tariff_start_date: '2026-06-01T10:00:00.000Z', tariff_end_date: '2026-09-01T10:00:00.000Z' },
  ...{ created_at: '2026-01-01T10:00:00.000Z', last_seen_on: '2026-06-03', vehicles: 3, archived_vehicles: 1, photo_bytes: 1_600_000 },
  orders: [
    {
      ...{
        order_code: 'D4F79LQ2',
        user_id: 7,
        tariff_change: 'family',
        payment_months: 3,
        amount_due: 9,
        ...NO_TRANSFER,
        status: 'completed',
      },
      ...{ tariff_start_date: null, tariff_end_date: null, created_at: '2026-05-30T10:00:00.000Z' },
    },
  ],
  order_count: 1,
  payments: [],
  tariff_changes: [
    {
      ...{ at: '2026-06-02T10:00:00.000Z', source: 'manual', tariff: 'basic', tariff_start_date: null, tariff_end_date: null },
      ...{ order_code: null, actor: 'admin@example.com', reason: 'За листом' },
    },
  ],
  mails: [{ id: 1, kind: 'orderMade', created_at: '2026-05-30T10:00:00.000Z', state: 'failed', reason: 'recipient' }],
};
const COUNTS = { all: 1, basic: 0, family: 1, business: 0, ending: 0, locked: 0 };
const PATH = '/api/admin/users/7';
const one = (data: UserPage) => ({ body: { success: true, data, code: '', message: '' } });
const conflict = (code: string) => ({ status: 409, body: { success: false, code, message: '' } });

/** The tab, with whether it reports unsaved input. */
function Panel() {
  const [isDirty, setDirty] = useState(false);
  return (
    <>
      <UsersTab onDirty={setDirty} />
      <output>{isDirty ? 'unsaved' : 'saved'}</output>
    </>
  );
}

async function opened(answers: Parameters<typeof fakeServer>[0] = {}, user: UserPage = USER, role: AdminRole = 'all', query = '') {
  const server = fakeServer({
    [`GET ${PATH}`]: () => one(user),
    'GET /api/admin/users': () => ({ body: { success: true, users: [USER], total: 1, counts: COUNTS, is_more: true } }),
    ...answers,
  });
  const page = show(<Panel />, { language: 'en', path: `/admin?tab=listUsers&user=7${query}` });
  await actAs(page.client, role);
  const say = (key: string, values = {}) => page.say(`adminLists:users.page.${key}`, values);
  await screen.findByRole('region', { name: say('history') });
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
  const dialog = async () => within(await screen.findByRole('dialog'));
  const notes = () => screen.getByLabelText<HTMLTextAreaElement>(say('notes'));
  return { ...server, ...page, say, press, dialog, notes };
}

test('the list leads to the page of a user and back to the same list', async () => {
  fakeServer({
    [`GET ${PATH}`]: () => one(USER),
    'GET /api/admin/users': () => ({ body: { success: true, users: [USER], total: 1, counts: COUNTS, is_more: true } }),
  });
  const { user, router, say, client } = show(<Panel />, { language: 'en', path: '/admin?tab=listUsers&q=koval' });
  await actAs(client, 'all');
  await user.click(await screen.findByRole('link', { name: 'olena@example.com' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Olena Koval' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(router.state.location.search).toBe('?tab=listUsers&user=7');
  await user.click(screen.getByRole('link', { name: say('adminLists:users.page.back') }));
  expect(router.state.location.search).toBe('?tab=listUsers&q=koval');
  const title = await screen.findByRole('heading', { level: 1, name: /Users/ });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(await screen.findByText(say('adminLists:users.partial'))).toBeTruthy();
});

test('filters by list, names the number of each, and offers a search in all if the list has none', async () => {
  fakeServer({
    'GET /api/admin/users': ({ query }) => {
      const users = query.get('list') === 'locked' ? [] : [USER];
      return { body: { success: true, users, total: users.length, counts: COUNTS, is_more: false } };
    },
  });
  const { user, router, say, client } = show(<Panel />, { language: 'en', path: '/admin?tab=listUsers&q=koval' });
  await actAs(client, 'all');
  await user.click(await screen.findByRole('button', { name: `${say('adminLists:users.lists.locked')} 0` }));
  expect(router.state.location.search).toBe('?tab=listUsers&q=koval&list=locked');
  await user.click(await screen.findByRole('button', { name: say('admin:list.inAll', { value: '1' }) }));
  expect(router.state.location.search).toBe('?tab=listUsers&q=koval');
  expect(await screen.findByText('olena@example.com')).toBeTruthy();
});

test('the role for orders searches, reads the notes and removes a login lock and writes, and is offered nothing else', async () => {
  const { say, client, router, user } = await opened({}, { ...USER, login_locked_until: '2099-06-04T10:15:00.000Z' }, 'orders');
  const buttons = ['openLogin.button', 'write.button'].map((key) => screen.getByRole('button', { name: say(key) }));
  expect(screen.getAllByRole('button')).toEqual(buttons);
  expect(screen.queryByLabelText(say('notes'))).toBeNull();
  expect(screen.getByText('Called twice.')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: say('back') }));
  expect(router.state.location.search).toBe('?tab=listUsers');
  expect(await screen.findByRole('link', { name: 'olena@example.com' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  await actAs(client, 'all');
  expect(await screen.findByRole('button', { name: 'Locked 0' })).toBeTruthy();
});

test('says that emails are not delivered, if no mail server is set', async () => {
  const { client, press, say } = await opened();
  expect(screen.queryByText(/SMTP_URL/)).toBeNull();
  client.setQueryData([...keys.overview, 'listUsers'], { success: true, data: { orders: 0, messages: 0, mails: 0, setup: ['mail'] } });
  await press(say('write.button'));
  within(await screen.findByRole('dialog')).getByText(/SMTP_URL/);
});

test('offers a text about what is missing of an order, in the language of the user, and keeps what is typed', async () => {
  const income = { currency: 'UAH', change: 200, kind: 'payment', paid_on: '2026-06-02' };
  const waiting: ListedOrder = {
    ...{ order_code: 'J7QUNN57', user_id: 7, email: USER.email, tariff_from: 'basic', tariff_change: 'family', payment_months: 3 },
    ...{ amount_due: 9, transfer_amount: 375.3, transfer_currency: 'UAH', transfer_rate: 41.7, rated_on: '2026-06-01' },
    ...{ missing: 4.2, missing_transfer: 175.3, status: 'processing', created_at: '2026-06-01T10:00:00.000Z', confirmed_at: null },
    ...{ completes_at: null, completed_at: null, is_card_paid: false, note: '', tariff_start_date: null, tariff_end_date: null },
    ...{ is_running: false, continued_months: 0, payments: [income as Income], closed: null, previous: [] },
  };
  const { dialog, user, router, sent, say } = await opened(
    {
      'GET /locales/ua/adminLists.json': () => ({ body: ukrainian }),
      'GET /api/admin/orders': () => ({ body: { success: true, data: [waiting], total: 1, is_more: false, similar: [], counts: null } }),
    },
    { ...USER, orders: [waiting, ...USER.orders] },
    'orders',
    '&write=1',
  );
  const form = await dialog();
  await user.type(form.getByLabelText(say('write.body')), 'Olena!');
  await user.click(await form.findByRole('button', { name: /175\.30 is missing$/ }));
  const subject = form.getByLabelText<HTMLInputElement>(say('write.subject'));
  await waitFor(() => expect(subject.value).toBe('Carnet: за замовлення J7QU NN57 бракує 175,30\u00a0₴'));
  const { value } = form.getByLabelText<HTMLTextAreaElement>(say('write.body'));
  expect(value).toMatch(
    /^Olena!\n\nДобрий день!\n\nДякуємо! За ваше замовлення J7QU NN57 надійшло 200,00\u00a0₴\. Бракує ще 175,30\u00a0₴\./,
  );
  expect(sent.find(({ path }) => path === '/api/admin/orders')?.query.get('q')).toBe('J7QUNN57');
  await user.click(form.getByRole('button', { name: say('write.keep') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('?tab=listUsers&user=7');
});

test('writes to the user once, and keeps what was typed if it could not be sent', async () => {
  let isDown = true;
  const written = { id: 2, kind: 'written', created_at: '2026-06-04T10:00:00.000Z', state: 'waiting', reason: null } as const;
  const { say, press, dialog, user, sent } = await opened({
    [`POST ${PATH}/mails`]: () => (isDown ? conflict('api.503') : one({ ...USER, mails: [written, ...USER.mails] })),
  });
  await press(say('write.button'));
  const form = await dialog();
  await user.click(form.getByRole('button', { name: say('write.send') }));
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.type(form.getByLabelText(say('write.subject')), 'Payment');
  await user.type(form.getByLabelText(say('write.body')), '10 dollars are missing.');
  await user.click(form.getByRole('button', { name: say('write.send') }));
  await form.findByRole('alert');
  isDown = false;
  await user.click(form.getByRole('button', { name: say('write.send') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const bodies = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(bodies).toEqual(Array(2).fill({ subject: 'Payment', text: '10 dollars are missing.' }));
  expect(screen.getByText('Email from an administrator')).toBeTruthy();
});

test('shows the account in numbers, the history, orders and emails', async () => {
  const { say } = await opened();
  expect(screen.getByText('3, archived: 1')).toBeTruthy();
  expect(screen.getByText('1.5 MB')).toBeTruthy();
  expect(screen.getByText('3 Jun 2026')).toBeTruthy();
  expect(screen.getByRole('region', { name: say('history') }).textContent).toContain('manually, by admin@example.com');
  const order = screen.getByRole('link', { name: say('orderOf', { code: 'D4F7 9LQ2' }) });
  expect(order.getAttribute('href')).toContain('tab=orders&q=D4F79LQ2');
  const mails = screen.getByRole('region', { name: say('mails') });
  expect(mails.textContent).toContain(say('states.failed'));
  expect(screen.queryByRole('button', { name: say('openLogin.button') })).toBeNull();
});

test.each([
  [0, '0 MB'],
  [1, '1 KB'],
  [12_000, '12 KB'],
  [1_022_976, '999 KB'],
  [1_022_977, '1 MB'],
])('shows photos of %d bytes as %s', async (photo_bytes, text) => {
  await opened({}, { ...USER, photo_bytes });
  expect(screen.getByText(text)).toBeTruthy();
});

test('asks before all sessions end, and shows the result', async () => {
  const { press, dialog, say, user, sent } = await opened({ [`DELETE ${PATH}/sessions`]: () => one({ ...USER, sessions: 0 }) });
  await press(say('logout.button'));
  const question = await dialog();
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await user.click(question.getByRole('button', { name: say('logout.confirm') }));
  expect(await screen.findByText('0 devices')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('locks with a reason; a second administrator was faster', async () => {
  let stored = USER;
  const page = await opened({
    [`GET ${PATH}`]: () => one(stored),
    [`PUT ${PATH}/lock`]: () => conflict('adminApi.users.lock.409'),
  });
  await page.press(page.say('lock.button'));
  const question = await page.dialog();
  await page.user.type(question.getByLabelText(page.say('lock.reason')), 'Spam');
  stored = { ...USER, is_locked: true, locked_at: '2026-06-05T10:00:00.000Z', lock_reason: 'Other' };
  await page.user.click(question.getByRole('button', { name: page.say('lock.confirm') }));
  expect(await screen.findByRole('button', { name: page.say('unlock.button') })).toBeTruthy();
  expect(screen.getByText('Other')).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain('already locked');
  expect(page.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ reason: 'Spam' });
});

test('a failed lock keeps the dialog and the typed reason', async () => {
  const page = await opened({
    [`PUT ${PATH}/lock`]: () => ({ status: 500, body: { success: false, code: 'adminApi.users.500', message: '' } }),
  });
  await page.press(page.say('lock.button'));
  const question = await page.dialog();
  await page.user.type(question.getByLabelText(page.say('lock.reason')), 'Spam');
  await page.user.click(question.getByRole('button', { name: page.say('lock.confirm') }));
  expect(await question.findByRole('alert')).toBeTruthy();
  expect(question.getByLabelText<HTMLTextAreaElement>(page.say('lock.reason')).value).toBe('Spam');
});

test('opens a locked login and moves the focus, as its button disappears', async () => {
  const locked = { ...USER, login_locked_until: '2026-06-05T10:00:00.000Z' };
  const page = await opened({ [`DELETE ${PATH}/login-lock`]: () => one(USER) }, locked);
  await page.press(page.say('openLogin.button'));
  await waitFor(() => expect(screen.queryByRole('button', { name: page.say('openLogin.button') })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: page.say('actions') })));
});

test('deletes only after the email was typed, and returns to the list', async () => {
  const page = await opened({ [`DELETE ${PATH}`]: () => ({ body: { success: true, code: '', message: '' } }) });
  await page.user.type(page.notes(), ' Unsaved');
  expect(screen.getByText('unsaved')).toBeTruthy();
  await page.press(page.say('remove.button'));
  const question = await page.dialog();
  const confirm = async () => page.user.click(await question.findByRole('button', { name: page.say('remove.confirm') }));
  await page.user.type(question.getByLabelText(page.say('remove.email')), 'other@example.com');
  await confirm();
  expect(page.sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await page.user.clear(question.getByLabelText(page.say('remove.email')));
  await page.user.type(question.getByLabelText(page.say('remove.email')), 'Olena@Example.com');
  await confirm();
  await screen.findByRole('heading', { level: 1, name: /Users/ });
  expect(page.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(page.router.state.location.search).toBe('?tab=listUsers');
});

test('Esc does not close the question while the account is being deleted, so that a failure is seen', async () => {
  const answer = Promise.withResolvers<{ status: number; body: object }>();
  const page = await opened({ [`DELETE ${PATH}`]: () => answer.promise });
  await page.press(page.say('remove.button'));
  const question = await page.dialog();
  await page.user.type(question.getByLabelText(page.say('remove.email')), USER.email);
  await page.user.click(question.getByRole('button', { name: page.say('remove.confirm') }));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  answer.resolve({ status: 500, body: { success: false, code: 'adminApi.users.500', message: '' } });
  expect(await question.findByRole('alert')).toBeTruthy();
  expect(question.getByLabelText<HTMLInputElement>(page.say('remove.email')).value).toBe(USER.email);
});

test('notes that someone else has saved do not replace typed ones, and are not replaced unseen', async () => {
  let stored = USER;
  const page = await opened({
    [`GET ${PATH}`]: () => one(stored),
    [`PUT ${PATH}/notes`]: ({ body }) => {
      const { text, seen } = body as { text: string; seen: { text: string } };
      if (seen.text !== stored.admin_notes) return conflict('adminApi.changed');
      stored = { ...stored, admin_notes: text };
      return one(stored);
    },
  });
  const save = () => page.press(page.say('saveNotes'));
  await save();
  expect(await screen.findByText(page.say('notesUnchanged'))).toBeTruthy();
  await page.user.type(page.notes(), ' Wants a refund.');
  stored = { ...USER, admin_notes: 'Paid in cash.' };
  await save();
  expect(await screen.findByText(/Paid in cash\./)).toBeTruthy();
  expect(page.notes().value).toBe('Called twice. Wants a refund.');
  await save();
  await waitFor(() => expect(stored.admin_notes).toBe('Called twice. Wants a refund.'));
  await waitFor(() => expect(screen.getByText('saved')).toBeTruthy());
});

test('shows notes that someone else has saved if nothing is typed', async () => {
  let stored = USER;
  const page = await opened({ [`GET ${PATH}`]: () => one(stored) });
  stored = { ...USER, admin_notes: 'Paid in cash.' };
  await act(() => page.client.invalidateQueries());
  await waitFor(() => expect(page.notes().value).toBe('Paid in cash.'));
  expect(screen.getByText('saved')).toBeTruthy();
});
