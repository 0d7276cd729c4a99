import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ListedOrder } from '#contract/orders.ts';
import { NO_TRANSFER } from '#contract/transfers.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { OrderOptions } from './admin-order-rows.tsx';
import { OrdersTab } from './orders-tab.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const ORDER: ListedOrder = {
  order_code: '57NNUQ7J',
  user_id: 6,
  email: 'maria@example.com',
  tariff_change: 'family',
  payment_months: 12,
  amount_due: 36,
  ...NO_TRANSFER,
  missing_transfer: null,
  status: 'processing',
  created_at: '2026-06-01T10:00:00.000Z',
  tariff_start_date: null,
  tariff_end_date: null,
  is_running: false,
  continued_months: 0,
  payments: [],
  missing: 36,
  closed: null,
  previous: [],
  tariff_from: 'basic',
  confirmed_at: null,
  completes_at: null,
  completed_at: null,
  is_card_paid: false,
  note: '',
};
const CODE = '57NN UQ7J';

async function shown() {
  fakeServer({
    'GET /api/admin/orders': () => ({
      body: { success: true, data: [ORDER], total: 1, counts: { processing: 1, confirmed: 0, completed: 0 } },
    }),
    [`PATCH /api/admin/orders/${ORDER.order_code}`]: ({ body }) => {
      const status = (body as { status: string }).status;
      const tariff_end_date = status === 'completed' ? '2030-01-01T00:00:00.000Z' : null;
      return { body: { success: true, data: { ...ORDER, status, tariff_end_date }, message: '', code: 'tariffApi.status.success' } };
    },
  });
  const page = show(<OrdersTab onDirty={() => undefined} />, { language: 'en' });
  const nameOf = (step: string) => page.say('adminLists:orders.stepOf', { step: page.say(`adminLists:orders.step.${step}`), code: CODE });
  await screen.findByRole('button', { name: nameOf('confirmed') });
  return { ...page, button: (step: string) => screen.findByRole('button', { name: nameOf(step) }) };
}

const OTHERS = {
  onRemove: () => undefined,
  onUndo: () => undefined,
  onUndoActivation: () => undefined,
  onNote: () => undefined,
  onPay: () => undefined,
};

function Row({ onAdvance }: { onAdvance: (status: string) => void }) {
  const [order, setOrder] = useState(ORDER);
  const advance = () => {
    onAdvance(order.status);
    setOrder({ ...order, status: 'confirmed' });
  };
  return <OrderOptions order={order} position={1} state={{}} isSettled onAdvance={advance} {...OTHERS} />;
}

test('ignores a second click in the same place', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onAdvance = vi.fn();
  show(<Row onAdvance={onAdvance} />);
  const press = () => fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement);
  press();
  act(() => void vi.advanceTimersByTime(900));
  press();
  expect(onAdvance.mock.calls).toEqual([['processing']]);
  act(() => void vi.advanceTimersByTime(200));
  press();
  expect(onAdvance.mock.calls).toEqual([['processing'], ['confirmed']]);
});

test('ignores the repeated presses of a key that is held down', () => {
  show(<Row onAdvance={() => undefined} />);
  const button = screen.getAllByRole('button')[0] as HTMLElement;
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
});

test('announces each step with its order code and keeps the focus in the row', async () => {
  const { button, say, user } = await shown();
  await user.click(await button('confirmed'));
  await screen.findByText(say('adminLists:orders.done.confirmed', { code: CODE }));
  const next = await button('completed');
  await waitFor(() => expect(document.activeElement).toBe(next));
  await waitFor(() => expect(next.getAttribute('aria-disabled')).toBeNull());
  await user.click(next);
  await screen.findByText(say('adminLists:orders.done.completed', { code: CODE }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: say('adminLists:orders.removeOf', { code: CODE }) })),
  );
});
