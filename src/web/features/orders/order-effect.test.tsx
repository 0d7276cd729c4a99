import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import type { ListedOrder } from '#contract/orders.ts';
import { addMonths } from '#contract/periods.ts';
import { DAY } from '#contract/time.ts';
import { NO_TRANSFER } from '#contract/transfers.ts';
import { show } from '#tests/support/component.tsx';
import { formatDay } from '../../i18n/format.ts';
import { OrderOptions, OrderStatus } from './admin-order-rows.tsx';
import { RemoveOrder } from './remove-order.tsx';

const LATER = new Date(Date.now() + 60 * DAY).toISOString();
const EARLIER = new Date(Date.now() - 60 * DAY).toISOString();

const order = (changes: Partial<ListedOrder>): ListedOrder => ({
  order_code: '57NNUQ7J',
  user_id: 6,
  email: 'maria@example.com',
  tariff_change: 'family',
  payment_months: 3,
  amount_due: 9,
  ...NO_TRANSFER,
  missing_transfer: null,
  status: 'completed',
  created_at: EARLIER,
  tariff_start_date: EARLIER,
  tariff_end_date: LATER,
  is_running: false,
  continued_months: 0,
  payments: [],
  missing: 9,
  closed: null,
  previous: [],
  tariff_from: 'basic',
  confirmed_at: null,
  completes_at: null,
  completed_at: null,
  is_card_paid: false,
  note: '',
  ...changes,
});
const GONE = { user_id: null, email: null };
const NO_PERIOD = { tariff_start_date: null, tariff_end_date: null };

const NOTHING = () => undefined;

function Row({ order }: { order: ListedOrder }) {
  const row = {
    order,
    position: 1,
    state: {},
    isSettled: true,
    onAdvance: NOTHING,
    onRemove: NOTHING,
    onUndo: NOTHING,
    onUndoActivation: NOTHING,
    onNote: NOTHING,
    onPay: NOTHING,
  };
  return (
    <>
      <OrderStatus {...row} />
      <OrderOptions {...row} />
    </>
  );
}

/** What the row says: badge, then the next step or the period. Then the text of the question before the deletion. */
const CASES: [name: string, order: ListedOrder, badge: string, said: string | undefined, question: string][] = [
  ['runs', order({ is_running: true }), 'completed', 'until', 'running'],
  ['runs and was continued', order({ is_running: true, continued_months: 12 }), 'completed', 'until', 'continued'],
  ['was replaced by another tariff', order({}), 'completed', 'replaced', 'replaced'],
  ['is over', order({ tariff_end_date: EARLIER }), 'completed', 'over', 'over'],
  ['was of a deleted account', order(GONE), 'completed', 'replaced', 'nobody'],
  ['never began, as the account was deleted', order({ ...GONE, ...NO_PERIOD }), 'closed', undefined, 'nobody'],
  ['is paid, of a deleted account', order({ ...GONE, ...NO_PERIOD, status: 'confirmed' }), 'confirmed', 'step.closed', 'refund'],
  ['is paid', order({ ...NO_PERIOD, status: 'confirmed' }), 'confirmed', 'step.completed', 'confirmed'],
  ['awaits payment', order({ ...NO_PERIOD, status: 'processing' }), 'processing', 'step.confirmed', 'processing'],
];

test.each(CASES)('an order whose period %s', (_, shown, badge, said, question) => {
  for (const language of LANGUAGES) {
    const day = shown.tariff_end_date ? formatDay(shown.tariff_end_date, language) : '';
    const { say, container } = show(<Row order={shown} />, { language });
    screen.getByText(say(`adminLists:orders.status.${badge}`));
    const texts = ['until', 'replaced', 'over', 'step.closed', 'step.completed', 'step.confirmed'].filter((key) =>
      container.textContent?.includes(say(`adminLists:orders.${key}`, { day })),
    );
    expect(texts, language).toEqual(said ? [said] : []);
    cleanup();
    show(<RemoveOrder order={shown} isBusy={false} onConfirm={() => undefined} onClose={() => undefined} />, { language });
    const months = say('adminLists:orders.months', { count: shown.continued_months });
    const end = formatDay(new Date(addMonths(Date.now(), shown.continued_months)).toISOString(), language);
    const tariff = say('tariffs:names.family');
    screen.getByText(say(`adminLists:orders.remove.${question}`, { who: shown.email, day, months, end, tariff }));
    cleanup();
  }
});
