import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Reading } from '#contract/readings.ts';
import type { Doubt } from '#contract/records.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, type SentRequest, show } from '#tests/support/component.tsx';
import { startSession } from '../../../api/session.ts';
import type { EntryKind } from '../entry.ts';
import { WholeHistory } from '../history/whole-history.tsx';

vi.mock('../../../i18n/browser-texts.ts', () => ({ loadTexts: async () => undefined, currentLanguage: () => 'ua' }));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  startSession({ token: 'token' });
});

const RESET: Reading = {
  id: 5,
  performedOn: '2026-06-01',
  reading: 15_000,
  isReset: true,
  oldReading: 200_300,
  note: null,
  isFromDetails: false,
};
const BEFORE: Doubt['before'] = { id: 1, kind: 'work', performedOn: '2026-05-01', reading: 200_300 };

interface Opened {
  kind?: EntryKind;
  entries?: Reading[];
  /** What the server asks until it is told of a new odometer, or until the reading is confirmed. */
  doubt?: Partial<Doubt>;
  isAskedOfReset?: boolean;
}

/** Opens the history of a car that shows 200,300 km with its form for a new entry. */
async function open({ kind = 'reading', entries = [], doubt, isAskedOfReset = false }: Opened = {}) {
  const write = ({ body }: SentRequest) => {
    const sent = body as Partial<Reading> & { isReadingRight?: boolean };
    if (doubt && !sent.isReadingRight && (isAskedOfReset || !sent.isReset)) {
      const data = { reasons: ['lower'], before: BEFORE, after: null, ...doubt };
      return { status: 409, body: { success: false, code: 'entriesApi.doubtful', message: '', data } };
    }
    return { body: { success: true, data: { ...RESET, ...sent, id: 9, reading: 15_000, oldReading: 200_300 } } };
  };
  const server = fakeServer({
    'GET /api/vehicles/7/fills': () => ({ body: { success: true, data: [], nextCursor: null } }),
    'GET /api/vehicles/7/operations': () => ({ body: { success: true, data: [] } }),
    'GET /api/vehicles/7/timeline': () => ({
      body: {
        ...{ success: true, data: entries.map((entry) => ({ ...entry, kind: 'reading' })), nearest: null, nextCursor: null },
        ...{ years: [{ year: '2026', records: entries.length, cost: 0, kinds: {} }], isComplete: true },
      },
    }),
    'POST /api/vehicles/7/readings': write,
    'POST /api/vehicles/7/costs': write,
    'PATCH /api/vehicles/7/readings/5': write,
  });
  const vehicle = vehicleOf(7, { fuelType: 'diesel', reading: 200_300, entryCount: entries.length });
  const shown = show(<WholeHistory vehicle={vehicle} currency="UAH" request={{ kind, count: 1 }} />);
  const { say } = shown;
  const form = within(await screen.findByRole('form', { name: say(kind === 'cost' ? 'entryForms:newCost' : 'entryForms:newReading') }));
  const field = (name: string, values = {}) => form.getByLabelText<HTMLInputElement>(say(name, values), { exact: true });
  const sent = (method: string) => server.sent.filter((request) => request.method === method).map(({ body }) => body);
  return {
    ...{ ...shown, form, field, sent },
    tick: () => shown.user.click(field('entryForms:isReset.distance')),
    press: (name: string) => shown.user.click(screen.getByRole('button', { name: say(name) })),
    findQuestion: async () => (await screen.findByRole('group', { name: /[?]$/ })).textContent.replaceAll('\u00a0', ' '),
  };
}

const READING = 'records:form.reading.km';
const OLD = 'entryForms:oldReading.km';

test('the tick shows the field for the last value of the old odometer, which may stay empty', async () => {
  const { user, form, field, say, sent, tick, press } = await open();
  expect(form.queryByLabelText(say(OLD))).toBeNull();
  await user.type(field(READING), '15 000');
  await tick();
  await user.type(field(OLD), '200 300');
  await press('entryForms:save');
  await waitFor(() =>
    expect(sent('POST')[0]).toMatchObject({ reading: '15 000', isReset: true, oldReading: '200 300', readingUnit: 'km' }),
  );
  // The next reading is an ordinary one.
  await waitFor(() => expect(form.queryByLabelText(say(OLD))).toBeNull());
  await user.type(field(READING), '15 100');
  await press('entryForms:save');
  await waitFor(() => expect(sent('POST')[1]).toMatchObject({ isReset: false, oldReading: null }));
  await user.type(field(READING), '20');
  await tick();
  await press('entryForms:save');
  await waitFor(() => expect(sent('POST')[2]).toMatchObject({ reading: '20', isReset: true, oldReading: null }));
});

test('the first digits of a new odometer are no last digits of the old one', async () => {
  const { user, field, tick } = await open();
  await user.type(field(READING), '20');
  await user.tab();
  expect(field(READING).value.replace(/\s/g, '')).toBe('200320');
  await tick();
  expect(field(READING).value).toBe('20');
  await user.click(field(READING));
  await user.tab();
  expect(field(READING).value).toBe('20');
});

test('a wrong last value is named at its field and kept', async () => {
  const { user, field, say, sent, tick, press } = await open();
  await user.type(field(READING), '15 000');
  await tick();
  await user.type(field(OLD), '200,5');
  await press('entryForms:save');
  expect(await screen.findByText(say('errors:validation.number.whole'))).toBeTruthy();
  expect([field(OLD).value, sent('POST')]).toEqual(['200,5', []]);
});

test('a lower reading is answered with a new odometer', async () => {
  const { user, field, sent, press, findQuestion } = await open({ doubt: {} });
  await user.type(field(READING), '15 000{Enter}');
  expect(await findQuestion()).toContain('На 185 300 км менше, ніж 01.05.2026. Точно?');
  await press('records:doubt.replaced.distance');
  await waitFor(() => expect(document.activeElement).toBe(field(OLD)));
  expect(screen.queryByRole('group', { name: /[?]$/ })).toBeNull();
  await user.keyboard('200 400{Enter}');
  await waitFor(() => expect(sent('POST')).toHaveLength(2));
  expect(sent('POST')[1]).toMatchObject({ reading: '15 000', isReset: true, oldReading: '200 400' });
  expect(sent('POST')[1]).not.toHaveProperty('isReadingRight');
});

test('a doubt about the last value names what it differs by, and goes to its field', async () => {
  const { user, field, say, tick, press, findQuestion } = await open({ doubt: {}, isAskedOfReset: true });
  await user.type(field(READING), '15 000');
  await tick();
  await user.type(field(OLD), '200 100{Enter}');
  // 200,300 − 200,100
  expect(await findQuestion()).toContain('На 200 км менше, ніж 01.05.2026. Точно?');
  expect(screen.queryByRole('button', { name: say('records:doubt.replaced.distance') })).toBeNull();
  await press('records:doubt.correct');
  expect(document.activeElement).toBe(field(OLD));
  await user.keyboard('{End}9');
  expect(screen.queryByRole('group', { name: /[?]$/ })).toBeNull();
});

test('another kind of entry says how a new odometer is recorded, and saves nothing', async () => {
  const { user, field, say, sent, press, findQuestion } = await open({ kind: 'cost', doubt: {} });
  await user.type(field('entryForms:total', { sign: '₴' }), '3 450{Enter}Автоцивілка');
  await press('entryForms:more');
  await user.type(field(READING), '15 000');
  await press('entryForms:save');
  await findQuestion();
  await press('records:doubt.replaced.distance');
  expect(screen.getByText(say('records:doubt.howReplaced.distance'))).toBeTruthy();
  expect([sent('POST').length, field(READING).value]).toEqual([1, '15 000']);
});

test('the history names what the odometers showed, and the form changes it', async () => {
  const { user, say, sent } = await open({ entries: [RESET, { ...RESET, id: 4, oldReading: null }] });
  const texts = () => document.body.textContent.replaceAll('\u00a0', ' ');
  await waitFor(() => expect(texts()).toContain('Замінено одометр: 200 300 → 15 000 км'));
  expect(screen.getAllByText(/^\s*Замінено одометр$/)).toHaveLength(1);
  await user.click(screen.getAllByRole('button', { name: /Редагувати|Змінити/ })[0] as HTMLElement);
  const form = within(await screen.findByRole('form', { name: say('entryForms:editReading', { day: '01.06.2026' }) }));
  const old = form.getByLabelText<HTMLInputElement>(say(OLD));
  expect(old.value.replace(/\s/g, '')).toBe('200300');
  await user.clear(old);
  await user.type(old, '200 500');
  await user.click(form.getByRole('button', { name: say('records:form.save') }));
  await waitFor(() =>
    expect(sent('PATCH')).toMatchObject([{ oldReading: '200 500', readingUnit: 'km', ask: true, seen: { oldReading: 200_300 } }]),
  );
});

test('the mileage of the details says where it is from and is changed there', async () => {
  const { say } = await open({ entries: [{ ...RESET, isReset: false, oldReading: null, isFromDetails: true }] });
  await screen.findAllByText(say('entries:fromDetails'));
  const [link] = screen.getAllByRole('link', { name: say('entries:editDetails') });
  expect(link?.getAttribute('href')).toBe('/service?edit=7');
  expect(screen.queryByRole('button', { name: /^(Видалити|Змінити) запис/ })).toBeNull();
});
