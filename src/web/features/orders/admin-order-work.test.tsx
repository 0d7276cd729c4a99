import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Income } from '#contract/income.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { NO_TRANSFER } from '#contract/transfers.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { savedFiles } from '#tests/support/saved-files.ts';
import { formatDay, formatMoment, formatMoney } from '../../i18n/format.ts';
import { OrdersTab } from './orders-tab.tsx';

const LIST = 'GET /api/admin/orders';
const RELOAD = 30_000;

const order = (order_code: string, changes: Partial<ListedOrder> = {}): ListedOrder => ({
  order_code,
  user_id: 6,
  email: 'maria@example.com',
  tariff_from: 'basic',
  tariff_change: 'family',
  payment_months: 12,
  amount_due: 36,
  ...NO_TRANSFER,
  missing_transfer: null,
  status: 'processing',
  created_at: '2026-06-01T10:00:00.000Z',
  confirmed_at: null,
  completes_at: null,
  completed_at: null,
  is_card_paid: false,
  note: '',
  tariff_start_date: null,
  tariff_end_date: null,
  is_running: false,
  continued_months: 0,
  payments: [],
  missing: 36,
  closed: null,
  previous: [],
  ...changes,
});
const PAID = order('57NNUQ7J', {
  ...{ status: 'confirmed', confirmed_at: '2026-06-02T10:00:00.000Z', completes_at: '2026-06-02T10:30:00.000Z' },
});
const CODE = '57NN UQ7J';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function shown(rows: ListedOrder[], path = '/') {
  const state = { rows };
  const server = fakeServer({
    [LIST]: () => ({
      body: {
        success: true,
        data: state.rows,
        total: state.rows.length,
        counts: { processing: 12, confirmed: 3, completed: 1_204 },
      },
    }),
  });
  const onDirty = vi.fn();
  const page = show(<OrdersTab onDirty={onDirty} />, { language: 'en', path });
  const say = (key: string, values = {}) => page.say(`adminLists:orders.${key}`, values);
  const lists = () => server.sent.filter(({ path: to }) => to === '/api/admin/orders').length;
  return { ...page, ...server, state, onDirty, lists, text: say };
}

test('shows the counts in the filters, the payment and both tariffs', async () => {
  const { text } = shown([PAID, order('J7QUNN57', { is_card_paid: true, status: 'confirmed', confirmed_at: PAID.confirmed_at })]);
  await screen.findByRole('button', { name: `${text('filters.processing')} 12` });
  screen.getByRole('button', { name: `${text('filters.completed')} 1,204` });
  screen.getByRole('button', { name: `${text('filters.all')} 1,219` });
  expect(await screen.findAllByText(text('changeOf', { from: 'Basic', to: 'Family' }))).toHaveLength(2);
  expect(screen.getAllByText(text('completesAt', { moment: formatMoment(PAID.completes_at ?? '', 'en') }))).toHaveLength(1);
  const day = formatDay(PAID.confirmed_at ?? '', 'en');
  const cells = screen.getAllByText((_, node) => node?.tagName === 'SMALL' && (node.textContent ?? '').includes(day));
  expect(cells.map((cell) => cell.textContent?.trim())).toEqual(
    expect.arrayContaining([`${text('confirmedOn', { day })} ${text('undo.button')}`, text('cardPaid', { day })]),
  );
});

test('says how much less was paid for a paid order, after a correction too, unless the value of a payment is unknown', async () => {
  const payment = (id: number, change: number, changes: Partial<Income> = {}): Income => ({
    ...{ id, paid_on: '2026-06-02', booked_at: '2026-06-02T10:00:00.000Z', amount: Math.abs(change), change, dollars: change },
    ...{ currency: 'USD', kind: change < 0 ? 'correction' : 'payment', source: 'manual', order_code: '57NNUQ7J', user_id: 6 },
    ...{ email: null, payer: null, purpose: null, reason: null, corrects: null, is_corrected: false, ...changes },
  });
  const corrected = [payment(1, 36), payment(2, -36), payment(3, 26.1)];
  const { text } = shown([
    { ...PAID, missing: 0, payments: corrected },
    { ...PAID, order_code: 'J7QUNN57', missing: 0, payments: [payment(4, 26), payment(5, 10)] },
    { ...PAID, order_code: 'J7QUNN58', missing: 0, payments: [payment(6, 30, { currency: 'PLN', dollars: null, reason: 'cash' })] },
    order('J7QUNN59', { missing: 26, payments: [payment(7, 10)] }),
  ]);
  const histories = await screen.findAllByRole('list', { name: text('payments') });
  const remarks = histories.map((history) => history.querySelector('b')?.textContent);
  const [short, missing] = [
    text('short', { amount: formatMoney(9.9, 'USD', 'en') }),
    text('missing', { amount: formatMoney(26, 'USD', 'en') }),
  ];
  expect(remarks).toEqual([short, undefined, undefined, missing]);
});

test('loads the list again every 30 seconds, but not in a hidden tab', async () => {
  vi.useFakeTimers();
  const { lists } = shown([PAID]);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(lists()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(RELOAD));
  expect(lists()).toBe(2);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await act(() => vi.advanceTimersByTimeAsync(5 * RELOAD));
  expect(lists()).toBe(2);
});

test('ignores a click on a row that has just moved', async () => {
  vi.useFakeTimers();
  const { state, sent, text } = shown([order('57NNUQ7J')]);
  await act(() => vi.advanceTimersByTimeAsync(100));
  const button = () => screen.getByRole('button', { name: text('stepOf', { step: text('step.confirmed'), code: CODE }) });
  expect(button().getAttribute('aria-disabled')).toBeNull();
  state.rows = [order('J7QUNN57'), order('57NNUQ7J')];
  await act(() => vi.advanceTimersByTimeAsync(RELOAD));
  expect(screen.getAllByRole('row')).toHaveLength(3);
  fireEvent.click(button());
  expect(sent.filter(({ method }) => method === 'PATCH')).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1_100));
  expect(button().getAttribute('aria-disabled')).toBeNull();
});

test('accepts a click on the rows of another filter at once', async () => {
  const { state, text, user } = shown([order('57NNUQ7J')]);
  await screen.findByRole('button', { name: text('stepOf', { step: text('step.confirmed'), code: CODE }) });
  state.rows = [{ ...PAID, order_code: 'J7QUNN57' }];
  await user.click(screen.getByRole('button', { name: new RegExp(`^${text('filters.confirmed')}`) }));
  const step = await screen.findByRole('button', { name: text('stepOf', { step: text('step.completed'), code: 'J7QU NN57' }) });
  expect(step.getAttribute('aria-disabled')).toBeNull();
});

test('undoes a confirmation after a question, updates row and counts, and focuses the next step', async () => {
  const { answers, sent, text, user } = shown([PAID]);
  answers[`POST /api/admin/orders/${PAID.order_code}/undo-payment`] = () => ({
    body: { success: true, data: { ...PAID, status: 'processing', confirmed_at: null }, code: 'tariffApi.undo.success', message: '' },
  });
  await user.click(await screen.findByRole('button', { name: text('undo.of', { code: CODE }) }));
  screen.getByText(text('undo.text', { who: PAID.email }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: new RegExp(`^${text('undo.confirm')}`) }));
  await screen.findByText(text('undo.done', { code: CODE }));
  expect(sent.at(-1)).toMatchObject({ method: 'POST', body: { confirmed_at: PAID.confirmed_at } });
  const step = screen.getByRole('button', { name: text('stepOf', { step: text('step.confirmed'), code: CODE }) });
  await waitFor(() => expect(document.activeElement).toBe(step));
  screen.getByRole('button', { name: `${text('filters.processing')} 13` });
  screen.getByRole('button', { name: `${text('filters.confirmed')} 2` });
  expect(screen.queryByRole('button', { name: text('undo.of', { code: CODE }) })).toBeNull();
});

test('says why an undo was rejected and shows the order as it is now', async () => {
  const { answers, state, text, say, user } = shown([PAID]);
  const completed = { ...PAID, status: 'completed' as const, tariff_end_date: '2030-01-01T00:00:00.000Z', is_running: true };
  answers[`POST /api/admin/orders/${PAID.order_code}/undo-payment`] = () => {
    state.rows = [completed];
    return { status: 409, body: { success: false, code: 'tariffApi.undo.started', message: '' } };
  };
  await user.click(await screen.findByRole('button', { name: text('undo.of', { code: CODE }) }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: new RegExp(`^${text('undo.confirm')}`) }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(`${say('errors:tariffApi.undo.started')} ${text('reloaded')}`);
  within(screen.getByRole('table')).getByText(text('status.completed'));
});

test('offers no undo for a card payment, a started tariff and a deleted account', async () => {
  const { text } = shown([
    { ...PAID, is_card_paid: true },
    order('J7QUNN57', { status: 'completed', confirmed_at: PAID.confirmed_at }),
    order('LJ7QUNN5', { status: 'confirmed', confirmed_at: PAID.confirmed_at, user_id: null, email: null }),
  ]);
  await screen.findAllByRole('row');
  await screen.findByText(text('deletedUser'));
  expect(screen.queryByText(text('undo.button'))).toBeNull();
});

test('undoes an activation with a reason while nothing has followed, and says why it was rejected', async () => {
  const started = order('57NNUQ7J', {
    ...{ status: 'completed', confirmed_at: PAID.confirmed_at, completed_at: '2026-06-02T10:30:00.000Z', is_running: true },
    tariff_end_date: '9999-06-02T10:30:00.000Z',
  });
  const { answers, sent, text, say, user } = shown([started, { ...started, order_code: 'J7QUNN57', continued_months: 3 }]);
  const path = `/api/admin/orders/${started.order_code}/undo-activation`;
  answers[`POST ${path}`] = () => ({ status: 409, body: { success: false, code: 'tariffApi.undo.followed', message: '' } });
  await user.click(await screen.findByRole('button', { name: text('undoActivation.of', { code: CODE }) }));
  expect(screen.queryByRole('button', { name: text('undoActivation.of', { code: 'J7QU NN57' }) })).toBeNull();
  const dialog = within(screen.getByRole('dialog'));
  const confirm = () => user.click(dialog.getByRole('button', { name: new RegExp(`^${text('undoActivation.confirm')}`) }));
  await confirm();
  dialog.getByText(say('errors:validation.required'));
  await user.type(dialog.getByLabelText(text('undoActivation.reason')), 'Another row');
  await confirm();
  await dialog.findByText(say('errors:tariffApi.undo.followed'));
  answers[`POST ${path}`] = () => ({
    body: { success: true, data: { ...PAID, order_code: started.order_code }, code: 'tariffApi.undo.activation', message: '' },
  });
  await confirm();
  await screen.findByText(text('undoActivation.done', { code: CODE }));
  expect(sent.filter(({ path: to }) => to === path).map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ reason: 'Another row', completed_at: started.completed_at })),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByRole('button', { name: text('stepOf', { step: text('step.completed'), code: CODE }) });
});

test('keeps the typed note when someone else has saved another one, and saves it over the shown one', async () => {
  const { answers, sent, state, text, say, user, onDirty } = shown([{ ...PAID, note: 'first' }]);
  const saved: string[] = [];
  answers[`PUT /api/admin/orders/${PAID.order_code}/note`] = ({ body }) => {
    const { note, seen } = body as { note: string; seen: { note: string } };
    if (seen.note === 'first') {
      state.rows = [{ ...PAID, note: 'from a colleague' }];
      return { status: 409, body: { success: false, code: 'adminApi.changed', message: '' } };
    }
    saved.push(note);
    return { body: { success: true, data: { ...PAID, note }, code: 'tariffApi.note.success', message: '' } };
  };
  await user.click(await screen.findByRole('button', { name: text('note.edit', { code: CODE }) }));
  const field = screen.getByLabelText<HTMLTextAreaElement>(text('note.label'));
  expect(field.value).toBe('first');
  await user.clear(field);
  await user.type(field, 'typed here');
  expect(onDirty).toHaveBeenLastCalledWith(true);
  const dialog = within(field.closest('dialog') as HTMLElement);
  const save = async () => user.click(await dialog.findByRole('button', { name: new RegExp(`^${text('note.save')}`) }));
  await save();
  await dialog.findByText(say('errors:adminApi.changed'), { exact: false });
  expect(field.value).toBe('typed here');
  dialog.getByText('from a colleague', { exact: false });
  await save();
  await screen.findByText(text('note.saved', { code: CODE }));
  expect(saved).toEqual(['typed here']);
  expect(sent.at(-1)).toMatchObject({ body: { note: 'typed here', seen: { note: 'from a colleague' } } });
  screen.getByText('typed here');
});

test('the note stays open with the text typed while it was saved', async () => {
  const { answers, sent, text, user } = shown([PAID]);
  const held = Promise.withResolvers<void>();
  answers[`PUT /api/admin/orders/${PAID.order_code}/note`] = async ({ body }) => {
    await held.promise;
    const { note } = body as { note: string };
    return { body: { success: true, data: { ...PAID, note }, code: 'tariffApi.note.success', message: '' } };
  };
  await user.click(await screen.findByRole('button', { name: text('note.edit', { code: CODE }) }));
  const field = screen.getByLabelText<HTMLTextAreaElement>(text('note.label'));
  const save = async () =>
    user.click(within(screen.getByRole('dialog')).getByRole('button', { name: new RegExp(`^${text('note.save')}`) }));
  await user.type(field, 'paid');
  await save();
  await user.type(field, ' twice');
  held.resolve();
  await screen.findByText(text('note.saved', { code: CODE }));
  expect(field.value).toBe('paid twice');
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.at(-1)).toMatchObject({ body: { note: 'paid twice', seen: { note: 'paid' } } });
});

test('Esc does not close the note while it is being saved, so that the text of a failed save is kept', async () => {
  const { answers, text, user } = shown([PAID]);
  const answer = Promise.withResolvers<{ status: number; body: object }>();
  answers[`PUT /api/admin/orders/${PAID.order_code}/note`] = () => answer.promise;
  await user.click(await screen.findByRole('button', { name: text('note.edit', { code: CODE }) }));
  await user.type(screen.getByLabelText(text('note.label')), 'typed here');
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: new RegExp(`^${text('note.save')}`) }));
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  answer.resolve({ status: 500, body: { success: false, code: 'tariffApi.500', message: '' } });
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(text('note.label')).value).toBe('typed here');
});

test('exports the chosen orders with their number and sum, and saves nothing if the file breaks off', async () => {
  const files = savedFiles();
  const { answers, sent, text, user } = shown([PAID], '/?status=confirmed&from=2026-06-01&to=2026-06-30');
  answers['GET /api/admin/orders/sums'] = () => ({ body: { success: true, count: 3, amount_due: 108 } });
  let isBroken = true;
  answers['GET /api/admin/orders/export'] = () => {
    if (isBroken) throw new TypeError('terminated');
    return { body: 'the file', headers: { 'content-disposition': "attachment; filename*=UTF-8''orders.csv" } };
  };
  await user.click(await screen.findByRole('button', { name: text('export.button') }));
  await screen.findByText(formatMoney(108, 'USD', 'en'));
  screen.getByText(text('export.range', { from: formatDay('2026-06-01', 'en'), to: formatDay('2026-06-30', 'en') }));
  const start = async () => user.click(await screen.findByRole('button', { name: new RegExp(`^${text('export.start')}`) }));
  await start();
  await screen.findByRole('alert');
  expect(files).toEqual([]);
  isBroken = false;
  await start();
  await screen.findByText(text('export.done'));
  expect(files).toMatchObject([{ name: 'orders.csv', type: 'text/csv' }]);
  const query = Object.fromEntries(sent.at(-1)?.query ?? []);
  expect(query).toEqual({ status: 'confirmed', from: expect.stringMatching(/Z$/), to: expect.stringMatching(/Z$/) });
  expect(Date.parse(query.to ?? '') - Date.parse(query.from ?? '')).toBe(30 * 86_400_000);
});

test('a search has no counts and no export', async () => {
  const { answers, text } = shown([PAID], '/?q=57nn');
  answers[LIST] = () => ({ body: { success: true, data: [PAID], total: 1, counts: null } });
  await waitFor(() => screen.getByRole('button', { name: text('filters.processing') }));
  expect(screen.queryByRole('button', { name: text('export.button') })).toBeNull();
});
