import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ListedOrder } from '#contract/orders.ts';
import type { Statement, StatementLine } from '#contract/statements.ts';
import { NO_TRANSFER } from '#contract/transfers.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { StatementView } from './statement-view.tsx';

const line = (number: number, changes: Partial<StatementLine> = {}): StatementLine => ({
  ...{ line: number, paid_on: '2026-11-24', amount: 9, currency: 'USD', payer: `Payer ${number}`, purpose: 'Carnet' },
  ...{ group: 'none', reason: 'noCode', order_code: null, email: null, missing: null, income_id: null },
  ...changes,
});
const LINES = [
  line(2, { group: 'matched', reason: null, order_code: '57NNUQ7J', missing: 9 }),
  line(3),
  line(4, { group: 'known', reason: null, income_id: 70, order_code: '57NNUQ7J' }),
  line(5, { group: 'known', reason: null, income_id: 71 }),
];
const STATEMENT: Statement = {
  ...{ id: 5, file_name: 'bank.csv', columns: [], encoding: 'utf-8', day_order: null, decimal: null, currency: 'USD' },
  ...{ open_days: [], open_numbers: [], is_answered: true, lines: LINES },
};
const ORDER: ListedOrder = {
  ...{ order_code: 'J7QUNN57', user_id: 6, email: 'maria@example.com', tariff_from: 'basic', tariff_change: 'family' },
  ...{ payment_months: 4, amount_due: 12, ...NO_TRANSFER, missing_transfer: null, status: 'processing', missing: 12 },
  ...{ created_at: '2026-06-01T10:00:00.000Z', confirmed_at: null, completes_at: null, completed_at: null, is_card_paid: false },
  ...{ note: '', tariff_start_date: null, tariff_end_date: null, is_running: false, continued_months: 0, payments: [] },
  ...{ closed: null, previous: [] },
};

test('a line without an order gets one by a search, and is recorded for it with the lines that were found', async () => {
  const { answers, sent } = fakeServer({
    'POST /api/admin/statements': () => ({ status: 201, body: { success: true, data: STATEMENT, code: '', message: '' } }),
    'GET /api/admin/orders': () => ({ body: { success: true, data: [ORDER], total: 1, is_more: false, similar: [], counts: null } }),
    'GET /api/admin/account': () => ({ body: { success: true, data: { role: 'all' } } }),
  });
  answers['POST /api/admin/statements/5/confirm'] = () => ({
    body: { success: true, data: STATEMENT, recorded: 2, failed: [], code: 'statementsApi.confirm.success', message: '' },
  });
  const { say, user } = show(<StatementView onClose={vi.fn()} />, { language: 'en' });
  const t = (key: string, values = {}) => say(`adminIncome:statement.${key}`, values);
  await user.upload(screen.getByLabelText(t('file')), new File(['x'], 'bank.csv', { type: 'text/csv' }));
  const list = within((await screen.findByRole('heading', { name: new RegExp(t('groups.none')) })).closest('section') as HTMLElement);
  const confirm = (count: number, sum: string) => screen.getByRole('button', { name: t('confirm', { count, sum }) });
  confirm(1, '$9.00');
  await user.click(list.getByRole('button', { name: t('order.choose') }));
  const search = list.getByLabelText<HTMLInputElement>(t('order.search'));
  expect([search.value, document.activeElement]).toEqual(['9.00', search]);
  await user.keyboard('maria{Enter}');
  await user.click(await list.findByRole('button', { name: 'J7QU NN57' }));
  list.getByText(t('reasons.short', { missing: '$12.00' }));
  expect(list.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  await user.click(confirm(2, '$18.00'));
  await screen.findByText(t('done', { count: 2 }));
  expect(sent.find(({ path }) => path.endsWith('/confirm'))?.body).toEqual({
    lines: [
      { line: 2, order_code: '57NNUQ7J', reason: null },
      { line: 3, order_code: 'J7QUNN57', reason: null },
    ],
  });
  expect(sent.find(({ path }) => path === '/api/admin/orders')?.query.get('q')).toBe('maria');
});

test('a recorded line is taken back with a reason, and what is ticked stays so until it is recorded', async () => {
  const { answers, sent } = fakeServer({
    'POST /api/admin/statements': () => ({ status: 201, body: { success: true, data: STATEMENT, code: '', message: '' } }),
    'GET /api/admin/account': () => ({ body: { success: true, data: { role: 'all' } } }),
  });
  const { say, user } = show(<StatementView onClose={vi.fn()} />, { language: 'en' });
  const t = (key: string, values = {}) => say(`adminIncome:statement.${key}`, values);
  await user.upload(screen.getByLabelText(t('file')), new File(['x'], 'bank.csv', { type: 'text/csv' }));
  const known = () => screen.getByRole('heading', { name: new RegExp(t('groups.known')) }).closest('section') as HTMLElement;
  await screen.findByRole('heading', { name: new RegExp(t('groups.known')) });
  await user.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
  expect(within(known()).getAllByText(/^Payer/)[0]?.textContent).toContain('Payer 5');
  const open = () => user.click(within(known()).getAllByRole('button', { name: /^Take back/ })[1] as HTMLElement);
  await open();
  const dialog = within(await screen.findByRole('dialog', { name: t('undo.title') }));
  dialog.getByText(t('undo.ofOrder', { code: '57NN UQ7J' }));
  const confirm = dialog.getByRole('button', { name: t('undo.confirm') });
  await user.click(confirm);
  dialog.getByText(say('errors:validation.required'));

  // Somebody else was faster: the dialog says so, and the line is shown as it is now.
  const before = { ...STATEMENT, lines: LINES.slice(0, 2) };
  answers['POST /api/admin/statements/5/undo'] = () => ({
    status: 409,
    body: { success: false, code: 'incomeApi.corrected', message: '' },
  });
  const recorded = LINES.map((each) => (each.line === 3 ? { ...each, group: 'known' as const, income_id: 72 } : each));
  const data = { ...STATEMENT, lines: recorded };
  answers['POST /api/admin/statements/5/confirm'] = () => ({
    body: { success: true, data, recorded: 0, failed: [], code: 'statementsApi.confirm.success', message: '' },
  });
  screen.getByRole('button', { name: t('confirm', { count: 2, sum: '$18.00' }), hidden: true });
  await user.type(dialog.getByLabelText(say('adminIncome:form.reason')), 'Wrong payer');
  await user.click(confirm);
  await dialog.findByText(say('errors:incomeApi.corrected'));
  expect(sent.at(-1)).toMatchObject({ path: '/api/admin/statements/5/confirm', body: { lines: [] } });
  screen.getByRole('button', { name: t('confirm', { count: 1, sum: '$9.00' }), hidden: true });

  answers['POST /api/admin/statements/5/undo'] = () => ({
    body: { success: true, data: before, code: 'statementsApi.undo.success', message: '' },
  });
  await user.click(confirm);
  await screen.findByText(t('undo.done'));
  expect(sent.find(({ path }) => path.endsWith('/undo'))?.body).toMatchObject({ line: 4, income_id: 70, reason: 'Wrong payer' });
  expect(screen.queryByRole('heading', { name: new RegExp(t('groups.known')) })).toBeNull();
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, false]);
});

test('all lines that match are ticked, and are unticked and ticked at once', async () => {
  const lines = [
    line(2, { group: 'matched', reason: null, order_code: '57NNUQ7J', missing: 9, purpose: 'for 57nn-uq7j, thanks' }),
    line(3),
  ];
  fakeServer({
    'POST /api/admin/statements': () => ({
      status: 201,
      body: { success: true, data: { ...STATEMENT, lines: [...lines, { ...lines[0], line: 4 }] }, code: '', message: '' },
    }),
  });
  const { say, user } = show(<StatementView onClose={vi.fn()} />, { language: 'en' });
  const t = (key: string, values = {}) => say(`adminIncome:statement.${key}`, values);
  await user.upload(screen.getByLabelText(t('file')), new File(['x'], 'bank.csv', { type: 'text/csv' }));
  const all = await screen.findByLabelText<HTMLInputElement>(t('all', { count: 2 }));
  expect(screen.getAllByText('57nn-uq7j').map(({ localName }) => localName)).toEqual(['mark', 'mark']);
  screen.getByRole('button', { name: t('confirm', { count: 2, sum: '$18.00' }) });
  await user.click(all);
  screen.getByText(t('nothing'));
  await user.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
  expect(all.checked).toBe(false);
  await user.click(all);
  screen.getByRole('button', { name: t('confirm', { count: 2, sum: '$18.00' }) });
});
