import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { VehicleValue } from '#contract/values.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { startSession } from '../../../api/session.ts';
import { VehicleValues } from './vehicle-values.tsx';

beforeEach(() => startSession({ token: 'token' }));

const PATH = '/api/vehicles/7/values';

function open(stored: VehicleValue[] = [], vehicle = {}) {
  let values = stored;
  const server = fakeServer({
    [`GET ${PATH}`]: () => ({ body: { success: true, data: values } }),
    [`PUT ${PATH}/2023-01-01`]: ({ body }) => {
      const { kind, amount } = body as { kind: 'purchase'; amount: string };
      values = [{ day: '2023-01-01', kind, amount: Number(amount.replace(/\D/g, '')), currency: 'UAH' }];
      return { body: { success: true, data: values[0] } };
    },
    [`DELETE ${PATH}/2023-01-01`]: () => {
      values = [];
      return { body: { success: true } };
    },
  });
  return { ...show(<VehicleValues vehicle={vehicleOf(7, vehicle)} currency="UAH" />), server };
}

const PURCHASE: VehicleValue = { day: '2023-01-01', kind: 'purchase', amount: 600_000, currency: 'UAH' };

test('the purchase is entered first, and listed', async () => {
  const { user, say, server } = open();
  await user.click(await screen.findByRole('button', { name: say('values:add') }));
  const form = within(await screen.findByRole('form', { name: say('values:add') }));
  const day = form.getByLabelText(say('values:day'));
  await user.clear(day);
  await user.type(day, '2023-01-01');
  const amount = form.getByLabelText(say('values:amount', { sign: '₴' }));
  await user.type(amount, '5 $');
  await user.click(form.getByRole('button', { name: say('values:save') }));
  expect(form.getByText(say('errors:validation.number.currency'))).toBeDefined();
  await user.clear(amount);
  await user.type(amount, '600 000{Enter}');
  expect((await screen.findByRole('listitem')).textContent).toMatch(/^Куплено 01\.01\.2023600.000,00.₴$/);
  expect(screen.queryByRole('form')).toBeNull();
  expect(server.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ kind: 'purchase', amount: '600 000' }]);
});

test('a day that has a value says that it will be replaced', async () => {
  const { user, say } = open([PURCHASE]);
  await user.click(await screen.findByRole('button', { name: say('values:add') }));
  const form = within(await screen.findByRole('form', { name: say('values:add') }));
  const day = form.getByLabelText(say('values:day'));
  const says = () => form.getByRole('status').textContent;
  expect(says()).toBe('');
  await user.clear(day);
  await user.type(day, '2023-01-01');
  expect(says()).toMatch(/Куплено, 600.000,00.₴/);
  await user.clear(day);
  await user.type(day, '2023-01-02');
  expect(says()).toBe('');
});

test('a value can be deleted, and brought back', async () => {
  const { user, say, server } = open([PURCHASE]);
  await user.click(
    await screen.findByRole('button', { name: say('values:remove', { kind: say('values:kind.purchase'), day: '01.01.2023' }) }),
  );
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  await user.click(await screen.findByRole('button', { name: say('values:undo') }));
  await screen.findByRole('listitem');
  await waitFor(() => expect(server.sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ kind: 'purchase' }));
});

test.each([
  ['the price of the sale', 'purchase', 'sale'],
  ['another value', 'sale', 'purchase'],
] as const)('of an archived vehicle, %s is expected after the %s', async (_, known, next) => {
  const { user, say } = open([{ ...PURCHASE, kind: known }], { archivedAt: '2026-05-17T09:00:00.000Z' });
  await user.click(await screen.findByRole('button', { name: say('values:add') }));
  const form = within(await screen.findByRole('form', { name: say('values:add') }));
  expect(form.getByRole<HTMLSelectElement>('combobox').value).toBe(next);
});
