import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Cost } from '#contract/costs.ts';
import type { Fill } from '#contract/fills.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, type SentRequest, show } from '#tests/support/component.tsx';
import { startSession } from '../../../api/session.ts';
import { hasDraft } from '../../../forms/drafts.ts';
import type { EntryKind } from '../entry.ts';
import { newEntryDraft } from '../form/entry-draft-keys.ts';
import { WholeHistory } from './whole-history.tsx';

vi.mock('../../../i18n/browser-texts.ts', () => ({ loadTexts: async () => undefined, currentLanguage: () => 'ua' }));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  startSession({ token: 'token' });
});

const FILL: Fill = {
  ...{ id: 5, performedOn: '2026-06-01', reading: 98_000, fuel: 'diesel', volume: 40, volumeUnit: 'l', total: 2000, pricePerUnit: 50 },
  currency: 'UAH',
  ...{ isFull: true, isMissedBefore: false, level: null, distanceOnFuel: null, grade: 'Євро-5', place: 'АЗС на Стрийській', note: null },
  ...{ consumption: null, consumptionReason: 'first' },
};
const STRETCH = { value: 7.3, unit: 'l/100km', volume: 39.2, distance: 620, since: '2026-06-01', isApproximate: false } as const;

interface Opened {
  kind?: EntryKind;
  vehicle?: Partial<Vehicle>;
  fills?: Fill[];
  costs?: Cost[];
  /** What the server answers about the new fill. */
  answer?: Partial<Fill>;
}

/** Opens the history of a car with its form for a new entry. */
async function open({
  kind = 'fill',
  vehicle = {},
  fills = [FILL],
  costs = [],
  answer = { consumption: STRETCH, consumptionReason: null },
}: Opened = {}) {
  const write = ({ body }: SentRequest) => ({ body: { success: true, data: { ...FILL, id: 9, ...(body as object), ...answer } } });
  const server = fakeServer({
    'GET /api/vehicles/7/fills': () => ({ body: { success: true, data: fills, nextCursor: null } }),
    'GET /api/vehicles/7/costs': () => ({ body: { success: true, data: costs, nextCursor: null } }),
    'GET /api/vehicles/7/timeline': () => ({
      body: { success: true, data: [], years: [], nearest: null, nextCursor: null, isComplete: true },
    }),
    'POST /api/vehicles/7/fills': write,
    'PATCH /api/vehicles/7/fills/9': ({ body }) => ({
      body: { success: true, data: { ...FILL, id: 9, ...(body as object), consumption: STRETCH, consumptionReason: null } },
    }),
    'POST /api/vehicles/7/costs': ({ body }) => ({
      body: { success: true, data: { id: 10, currency: 'UAH', ...(body as object), total: 3450 } },
    }),
    'POST /api/vehicles/7/readings': ({ body }) => ({ body: { success: true, data: { id: 11, ...(body as object), reading: 98_620 } } }),
  });
  const car = vehicleOf(7, { fuelType: 'diesel', reading: 98_000, ...vehicle });
  const shown = show(<WholeHistory vehicle={car} currency="UAH" request={{ kind, count: 1 }} />);
  const { say } = shown;
  const label = { fill: 'newFill', cost: 'newCost', reading: 'newReading' }[kind as 'fill'];
  const form = within(await screen.findByRole('form', { name: label ? say(`entryForms:${label}`) : say('records:form.label') }));
  const field = (name: string, values = {}) => form.getByLabelText<HTMLInputElement>(say(name, values), { exact: true });
  const sent = (method: string) => server.sent.filter((request) => request.method === method).map(({ body }) => body);
  return { ...shown, server, form, field, sent, result: () => form.getByRole('status').textContent.replaceAll('\u00a0', ' ') };
}

const VOLUME = 'entryForms:volume.l';
const TOTAL = ['entryForms:total', { sign: '₴' }] as const;
const READING = 'records:form.reading.km';
const LAST_TIME = 'Минулого разу, 01.06.2026';

test('after a fill with another fuel, the empty form takes over that fuel and holds no draft', async () => {
  const fills = [FILL];
  const { field, user, form, say, server, result } = await open({ fills, vehicle: { secondFuelType: 'gas' } });
  server.answers['POST /api/vehicles/7/fills'] = ({ body }) => {
    const saved: Fill = { ...FILL, id: 9, ...(body as object), volume: 30, total: 1050, reading: 98_620, place: null, grade: null };
    fills.unshift(saved);
    return { body: { success: true, data: { ...saved, consumption: STRETCH, consumptionReason: null } } };
  };
  const gas = form.getByText(say('entries:fuel.gas'));
  await user.click(gas);
  await user.type(field(VOLUME), '30');
  await user.type(field(...TOTAL), '1050');
  await user.type(field(READING), '98620{Enter}');
  await waitFor(() => expect(result()).toContain('7,3 л/100 км'));
  await waitFor(() => expect(form.getByRole('button', { name: say('entries:fuel.gas') }).getAttribute('aria-pressed')).toBe('true'));
  expect(field(VOLUME).value).toBe('');
  expect(hasDraft(newEntryDraft(7, 'fill'))).toBe(false);
  expect(result(), 'the result stays').toContain('7,3 л/100 км');
});

test('a fill takes three numbers and Enter, completes the reading, and shows the consumption with its stretch', async () => {
  const { field, user, sent, result, say } = await open();
  await waitFor(() => expect(document.activeElement).toBe(field(VOLUME)));
  expect(result()).toBe(`${LAST_TIME}перший повний бак · Євро-5, 40 л по 50,00 ₴`);
  await user.keyboard('39,2{Enter}');
  expect(document.activeElement).toBe(field(...TOTAL));
  await user.keyboard('1548,4{Enter}');
  expect(document.activeElement).toBe(field(READING));
  expect(screen.getByText(/^Виходить/).textContent?.replaceAll('\u00a0', ' ')).toContain('39,50 ₴ за літр');
  await user.keyboard('620');
  expect(screen.getByText(/^98.620/).textContent).toContain('620');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(result()).toBe('7,3 л/100 кмза 620 км, від 01.06.2026'));
  expect(sent('POST')).toEqual([
    expect.objectContaining({
      ...{ fuel: 'diesel', volumeUnit: 'l', volume: '39,2', total: '1548,4', reading: '98 620', readingUnit: 'km', isFull: true },
      // As last time.
      ...{ grade: 'Євро-5', place: 'АЗС на Стрийській', ask: true },
    }),
  ]);
  // Empty for the next one; the figure goes with the first key.
  expect(field(VOLUME).value).toBe('');
  await user.type(field(VOLUME), '1');
  expect(result()).toContain(LAST_TIME);
  expect(screen.getByRole('button', { name: say('entryForms:save') })).toBeTruthy();
});

test('a fill without a figure says why, and what mends it', async () => {
  const { field, user, form, say, sent, result } = await open({ answer: { consumptionReason: 'notFull' } });
  await user.type(field(VOLUME), '20{Enter}1000{Enter}98300{Enter}');
  await user.click(await form.findByRole('button', { name: say('entryForms:wasFull') }));
  await waitFor(() => expect(result()).toContain('7,3'));
  expect(sent('PATCH')).toEqual([{ isFull: true }]);
});

test('a fill that says more on its fuel than was driven shows both, and can be corrected', async () => {
  const { field, user, form, say } = await open({ answer: { distanceOnFuel: 700, consumption: STRETCH, consumptionReason: null } });
  await user.type(field(VOLUME), '39,2{Enter}1548{Enter}620{Enter}');
  const told = say('entryForms:tooMuchOnFuel', { onFuel: '700 км', distance: '620 км' });
  expect(await form.findByText((_, node) => node?.textContent.replaceAll('\u00a0', ' ') === told)).toBeDefined();
  expect(form.getByRole('button', { name: say('entryForms:mend') })).toBeDefined();
});

test('the price can be typed instead of the total; nothing typed is an error at the volume', async () => {
  const { field, user, form, say, sent } = await open();
  const save = form.getByRole('button', { name: say('entryForms:save') });
  await user.click(save);
  expect(field(VOLUME).getAttribute('aria-invalid')).toBe('true');
  await user.click(form.getByRole('button', { name: say('entryForms:byPrice') }));
  await user.type(field(VOLUME), '10');
  await user.type(field('entryForms:price', { sign: '₴', perUnit: say('entryForms:perUnit.l') }), '54,99');
  expect(screen.getByText(/^Разом/).textContent?.replaceAll('\u00a0', ' ')).toContain('549,90 ₴');
  await user.click(save);
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('POST')[0]).toMatchObject({ volume: '10', pricePerUnit: '54,99', reading: null });
  expect(sent('POST')[0]).not.toHaveProperty('total');
});

test('the question about a doubtful reading is about the whole number', async () => {
  const { field, user, form, server, sent } = await open();
  const doubt = {
    reasons: ['higher'],
    before: { id: 1, kind: 'fill', reading: 90_000, performedOn: '2026-06-01' },
    after: null,
  };
  server.answers['POST /api/vehicles/7/fills'] = ({ body }) =>
    'isReadingRight' in (body as object)
      ? { body: { success: true, data: { ...FILL, id: 9 } } }
      : { status: 409, body: { success: false, code: 'entriesApi.doubtful', message: '', data: doubt } };
  await user.type(field(VOLUME), '40{Enter}2000{Enter}620{Enter}');
  // 98,620 − 90,000
  expect((await form.findByText(/8.620/)).textContent).toContain('01.06.2026');
  await user.click(form.getByRole('button', { name: /правильно/i }));
  await waitFor(() => expect(sent('POST')).toHaveLength(2));
});

test('a second fuel is chosen above the fields, with its own unit and station of last time', async () => {
  const fills: Fill[] = [FILL, { ...FILL, id: 4, fuel: 'electric', volumeUnit: 'kWh', place: 'Вдома', grade: null }];
  const { field, user, form, say, sent, result } = await open({ fills, vehicle: { secondFuelType: 'electric' } });
  await user.click(form.getByRole('button', { name: say('entries:fuel.electric') }));
  expect(result()).toContain('40 кВт·год');
  await user.type(field('entryForms:volume.kWh'), '30');
  await user.click(form.getByRole('button', { name: say('entryForms:save') }));
  await waitFor(() => expect(sent('POST')[0]).toMatchObject({ fuel: 'electric', volumeUnit: 'kWh', place: 'Вдома', grade: null }));
});

test('a cost and a reading are saved from their forms', async () => {
  const cost = await open({ kind: 'cost' });
  await cost.user.type(cost.field(...TOTAL), '3 450{Enter}Автоцивілка{Enter}');
  await waitFor(() =>
    expect(cost.sent('POST')[0]).toMatchObject({ category: 'insurance', title: 'Автоцивілка', total: '3 450', reading: null }),
  );
  await waitFor(() => expect(cost.result()).toBe(cost.say('records:form.added', { name: 'Автоцивілка' })));
  cost.unmount();

  const reading = await open({ kind: 'reading' });
  await waitFor(() => expect(document.activeElement).toBe(reading.field(READING)));
  await reading.user.keyboard('620{Enter}');
  await waitFor(() => expect(reading.sent('POST')[0]).toMatchObject({ reading: '98 620' }));
});

test('a cost is named like its category until something else is typed', async () => {
  const { user, say, field } = await open({ kind: 'cost' });
  const title = () => field('entryForms:title').value;
  const choose = (category: string) => user.selectOptions(field('entryForms:category'), category);
  expect(title()).toBe(say('entries:category.insurance'));
  await choose('tax');
  expect(title()).toBe(say('entries:category.tax'));
  await choose('other');
  expect(title(), 'says too little').toBe('');
  await choose('fine');
  expect(title()).toBe(say('entries:category.fine'));
  await user.click(field('entryForms:title'));
  await user.keyboard('Швидкість');
  await choose('parking');
  expect(title()).toContain('Швидкість');
});

test('an insurance that was paid a year ago is offered, and its amount can be changed at once', async () => {
  const day = new Date(Date.now() - 360 * 86_400_000).toISOString().slice(0, 10);
  const insurance: Cost = {
    ...{ id: 3, performedOn: day, reading: null, category: 'insurance', title: 'КАСКО', total: 9_800 },
    ...{ quantity: null, quantityUnit: null, refundOf: null, place: null, note: null, currency: 'UAH' },
  };
  const { form, user, say, field, sent } = await open({ kind: 'cost', costs: [insurance] });
  const offer = within(form.getByRole('group', { name: say('entryForms:yearly') })).getByRole('button', { name: /^КАСКО, 9.800,00.₴/ });
  await user.click(offer);
  expect(document.activeElement).toBe(field(...TOTAL));
  await user.keyboard('10500{Enter}{Enter}');
  await waitFor(() => expect(sent('POST')[0]).toMatchObject({ category: 'insurance', title: 'КАСКО', total: '10500' }));
});

test('a bicycle has work and costs only', async () => {
  const { say } = await open({
    kind: 'work',
    vehicle: { vehicleType: 'bicycle', fuelType: null, mileageUnit: null, mileage: null, reading: 2026 },
  });
  const kinds = within(screen.getByRole('group', { name: say('entries:choose') })).getAllByRole('button');
  expect(kinds.map(({ textContent }) => textContent)).toEqual([say('entries:kind.work'), say('entries:kind.cost')]);
});

test('keeps what was typed in a fill while another kind is chosen', async () => {
  const { field, user, say } = await open();
  await user.type(field(VOLUME), '39,2');
  await user.click(screen.getByRole('button', { name: say('entries:kind.work') }));
  await user.click(screen.getByRole('button', { name: say('entries:kind.fill') }));
  expect(await screen.findByDisplayValue('39,2')).toBeTruthy();
});
