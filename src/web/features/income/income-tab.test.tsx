import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Income } from '#contract/income.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { savedFiles } from '#tests/support/saved-files.ts';
import { formatMoney } from '../../i18n/format.ts';
import { IncomeTab } from './income-tab.tsx';

afterEach(() => vi.restoreAllMocks());

const payment = (id: number, changes: Partial<Income> = {}): Income => ({
  ...{ id, paid_on: '2026-11-24', booked_at: '2026-11-24T10:00:00.000Z', amount: 9, change: 9, currency: 'USD', dollars: 9 },
  ...{ kind: 'payment', source: 'manual', order_code: '57NNUQ7J', user_id: 6, email: 'maria@example.com' },
  ...{ payer: 'КОВАЛЬ МАРТА', purpose: null, reason: null, corrects: null, is_corrected: false },
  ...changes,
});

function shown(rows: Income[]) {
  const sums = [{ currency: 'USD', received: 18, refunded: 9, amount: 9 }];
  const server = fakeServer({
    'GET /api/admin/payments': () => ({ body: { success: true, data: rows, total: rows.length, sums, dollars: 9, is_more: false } }),
    'GET /api/admin/account': () => ({ body: { success: true, data: { role: 'all' } } }),
  });
  return { ...server, ...show(<IncomeTab onDirty={vi.fn()} />, { language: 'en', path: '/?from=2026-11-01' }) };
}

test('shows payments with their sums, and what can be done with each', async () => {
  const { say, sent } = shown([
    payment(1),
    payment(2, { kind: 'refund', change: -9, reason: 'paid twice' }),
    payment(3, { is_corrected: true }),
    payment(4, { kind: 'correction', change: -9, corrects: 3 }),
  ]);
  const t = (key: string, values = {}) => say(`adminIncome:${key}`, values);
  const table = await screen.findByRole('table');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([2, 1, 0, 0]);
  within(rows[1] as HTMLElement).getByText('paid twice');
  for (const [label, amount] of [
    ['received', 18],
    ['refunded', -9],
    ['total', 9],
  ] as const)
    expect(screen.getByText(t(`sums.${label}`)).nextSibling?.textContent).toBe(formatMoney(amount, 'USD', 'en'));
  expect(Object.fromEntries(sent[0]?.query ?? [])).toMatchObject({ from: '2026-11-01', kind: 'all' });
});

test('a refund takes over the payment and needs a reason; an equal one is sent again only as another one', async () => {
  const { answers, say, sent, user } = shown([payment(1)]);
  const t = (key: string, values = {}) => say(`adminIncome:${key}`, values);
  answers['POST /api/admin/payments'] = ({ body }) =>
    (body as { is_another: boolean }).is_another
      ? { status: 201, body: { success: true, data: payment(2, { kind: 'refund' }), code: 'incomeApi.create.success', message: '' } }
      : { status: 409, body: { success: false, code: 'incomeApi.doubled', message: '' } };
  const names = { day: '24 Nov 2026', amount: formatMoney(9, 'USD', 'en') };
  const table = await screen.findByRole('table');
  await user.click(within(table).getAllByRole('button')[0] as HTMLElement);
  expect(names.amount).toBe('$9.00');
  const dialog = within(screen.getByRole('dialog'));
  const save = () => user.click(dialog.getByRole('button', { name: new RegExp(`^${t('form.save')}`) }));
  await save();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  await user.type(dialog.getByLabelText(t('form.reason')), 'paid twice');
  await save();
  await dialog.findByText(say('errors:incomeApi.doubled'));
  await user.click(dialog.getByLabelText(t('form.another')));
  await save();
  await screen.findByText(t('form.refunded'));
  expect(sent.filter(({ method }) => method === 'POST').at(-1)).toMatchObject({
    body: {
      kind: 'refund',
      amount: '9',
      currency: 'USD',
      order_code: '57NN UQ7J',
      payer: 'КОВАЛЬ МАРТА',
      reason: 'paid twice',
      is_another: true,
    },
  });
});

test('exports what was recorded before a day of the past', async () => {
  const { answers, say, sent, user } = shown([payment(1)]);
  const t = (key: string) => say(`adminIncome:export.${key}`);
  const files = savedFiles();
  answers['GET /api/admin/payments/export'] = () => ({
    body: 'the file',
    headers: { 'content-disposition': "attachment; filename*=UTF-8''payments.csv" },
  });
  await user.click(await screen.findByRole('button', { name: t('button') }));
  const day = screen.getByLabelText(t('before'));
  const start = () => user.click(screen.getByRole('button', { name: new RegExp(`^${t('start')}`) }));
  await user.type(day, '9999-01-01');
  await start();
  screen.getByText(say('errors:validation.date.future'));
  await user.clear(day);
  await user.type(day, '2026-11-01');
  await start();
  await screen.findByText(t('done'));
  expect(files).toHaveLength(1);
  const exports = sent.filter(({ path }) => path === '/api/admin/payments/export');
  expect(exports.map(({ query }) => Object.fromEntries(query))).toEqual([
    { kind: 'all', from: '2026-11-01', booked_before: '2026-11-01T00:00:00Z' },
  ]);
});
