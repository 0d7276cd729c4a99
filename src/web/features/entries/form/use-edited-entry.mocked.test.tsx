import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Fill } from '#contract/fills.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { startSession } from '../../../api/session.ts';
import { WholeHistory } from '../history/whole-history.tsx';

vi.mock('../../../i18n/browser-texts.ts', () => ({ loadTexts: async () => undefined, currentLanguage: () => 'ua' }));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  startSession({ token: 'token' });
});

const FILL: Fill = {
  ...{ id: 5, performedOn: '2026-06-01', reading: 98_000, fuel: 'diesel', volume: 40, volumeUnit: 'l', total: 2000, pricePerUnit: 50 },
  ...{ currency: 'UAH', isFull: true, isMissedBefore: false, level: null, distanceOnFuel: null, grade: null, place: 'ОККО', note: null },
  ...{ consumption: null, consumptionReason: 'first' },
};
/** What another tab has saved. */
const ELSEWHERE = { performedOn: '2026-06-02', total: 2100, isFull: false, place: 'WOG' };

test('a draft begun before a change in another tab does not undo it, and loses no input', async () => {
  let stored = FILL;
  const { sent } = fakeServer({
    'GET /api/vehicles/7/timeline': () => ({
      body: {
        ...{ success: true, data: [{ ...stored, kind: 'fill' }], nearest: null, nextCursor: null, isComplete: true },
        years: [{ year: '2026', records: 1, cost: stored.total, otherCurrencies: [] }],
      },
    }),
    'GET /api/vehicles/7/fills': () => ({ body: { success: true, data: [stored], nextCursor: null } }),
    'PATCH /api/vehicles/7/fills/5': ({ body }) => {
      const { seen } = body as { seen: Fill };
      if (seen.total !== stored.total) return { status: 409, body: { success: false, code: 'api.changed', message: '', data: stored } };
      return { body: { success: true, data: { ...stored, total: 2200 } } };
    },
  });
  const vehicle = vehicleOf(7, { fuelType: 'diesel', reading: 98_000, entryCount: 1 });
  const open = () => show(<WholeHistory vehicle={vehicle} currency="UAH" request={{ kind: 'work', count: 0 }} />);
  const { user, say, unmount } = open();
  await user.click(await screen.findByRole('button', { name: /^Змінити запис/ }));
  const total = await screen.findByDisplayValue('2000,00');
  await user.clear(total);
  await user.type(total, '2200');
  unmount();

  stored = { ...FILL, ...ELSEWHERE, pricePerUnit: 52.5 };
  open();
  // The form is named after the entry as it is now.
  const form = within(await screen.findByRole('form', { name: say('entryForms:editFill', { day: '02.06.2026' }) }));
  const field = (name: string) => form.getByLabelText<HTMLInputElement>(say(name, { sign: '₴' }), { exact: true });
  const values = () => ['entryForms:total', 'entryForms:station', 'records:form.date'].map((name) => field(name).value);
  const save = () => user.click(form.getByRole('button', { name: say('records:form.save') }));
  expect(values()).toEqual(['2200', 'ОККО', '2026-06-01']);
  await save();
  await form.findByText(say('errors:api.changed'));
  expect(values()).toEqual(['2200', 'WOG', '2026-06-02']);
  expect(field('entryForms:isFull').checked).toBe(false);
  expect(form.getAllByText(say('forms:meanwhile.taken'))).toHaveLength(3);
  expect(form.getByText(/2100,00/).textContent).toBe(`${say('forms:meanwhile.saved')} 2100,00`);
  await save();
  await waitFor(() => expect(screen.queryByRole('form', { name: /02\.06\.2026/ })).toBeNull());
  const bodies = sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const { performedOn, total: paid, isFull, place } = FILL;
  expect(bodies).toEqual([
    { total: '2200', currency: 'UAH', seen: expect.objectContaining({ performedOn, total: paid, isFull, place }) },
    { total: '2200', currency: 'UAH', seen: expect.objectContaining(ELSEWHERE) },
  ]);
  // It follows from the total, which another tab may change beside the volume.
  expect(bodies[0]).not.toHaveProperty('seen.pricePerUnit');
});
