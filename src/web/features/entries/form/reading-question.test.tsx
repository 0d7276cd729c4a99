import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Doubt, ServiceRecord } from '#contract/records.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, type SentRequest, show } from '#tests/support/component.tsx';
import { keys } from '../../../api/keys.ts';
import { LatestEntries } from '../list/latest-entries.tsx';

const RECORDS = '/api/vehicles/7/records';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-14T10:00:00') });
});
afterEach(() => {
  vi.useRealTimers();
});

const recordOf = (id: number, performedOn: string, reading: number): ServiceRecord => ({
  ...{ id, performedOn, reading, operationName: `Робота ${id}`, partName: '-', partCode: '-', price: 10, currency: 'UAH' },
});

const textOf = (element: HTMLElement | null) => element?.textContent.replaceAll('\u00a0', ' ');

const BEFORE = { id: 1, kind: 'work' as const, performedOn: '2026-05-01', reading: 98_047 };
const NO_DOUBT: Doubt = { reasons: [], before: null, after: null };

/** Opens a vehicle with these records, newest first. While `doubt` is given, the server asks until the reading is confirmed. */
async function open(records: ServiceRecord[], doubt?: Partial<Doubt>) {
  const asking = { doubt };
  const answer = ({ body }: SentRequest) => {
    const { ask, isReadingRight, ...sent } = body as { ask?: boolean; isReadingRight?: boolean };
    if (asking.doubt && ask && !isReadingRight)
      return { status: 409, body: { success: false, code: 'entriesApi.doubtful', message: '', data: { ...NO_DOUBT, ...asking.doubt } } };
    return { body: { success: true, data: { ...recordOf(99, '2026-06-14', 0), ...sent, price: 1 } } };
  };
  const server = fakeServer({
    [`GET ${RECORDS}`]: () => ({ body: { success: true, data: records, totalCost: 10, nextCursor: null } }),
    'GET /api/vehicles/7/operations': () => ({ body: { success: true, data: [] } }),
    [`POST ${RECORDS}`]: answer,
    [`PATCH ${RECORDS}/1`]: answer,
  });
  const shown = show(
    <LatestEntries
      vehicle={vehicleOf(7, { mileage: 90_000, reading: 98_047, recordCount: records.length })}
      currency="UAH"
      isShown
      focusRequest={0}
    />,
  );
  const { say, user } = shown;
  if (records[0]) await screen.findByText(records[0].operationName);
  const fields = (name: string) => {
    const form = within(screen.getByRole('form', { name }));
    return (field: string) => form.getByLabelText(say(`records:form.${field}`, { sign: '₴' }), { exact: true }) as HTMLInputElement;
  };
  const label = say('records:form.label');
  await screen.findByRole('form', { name: label });
  const fresh = fields(label);
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      await user.clear(fresh(name));
      await user.type(fresh(name), value);
    }
  };
  return {
    ...shown,
    ...{ server, asking, fields, fresh, fill },
    question: async () => textOf(await screen.findByRole('group', { name: /[?]$/ })),
    add: () => user.click(screen.getByRole('button', { name: say('records:form.add') })),
    press: (name: 'right' | 'correct' | 'there') => user.click(screen.getByRole('button', { name: say(`records:doubt.${name}`) })),
    sent: (method: string, path = RECORDS) => server.sent.filter((request) => request.method === method && request.path === path),
  };
}

const WORK = { operation: 'Олива', price: '15,65' };
const HIGHER: Partial<Doubt> = { reasons: ['higher'], before: BEFORE };

test('asks below the button about a reading that the server doubts, and saves it as typed after confirmation', async () => {
  const { server, fill, question, add, press, sent } = await open([recordOf(1, '2026-05-01', 98_047)], HIGHER);
  await fill({ 'reading.km': '980 470', ...WORK });
  await add();
  expect(await question()).toContain('На 882 423 км більше, ніж 01.05.2026. Точно?');
  expect(sent('POST').map(({ body }) => body)).toMatchObject([{ reading: '980 470', price: '15,65', readingUnit: 'km', ask: true }]);
  await press('right');
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  const [asked, confirmed] = sent('POST');
  expect(confirmed?.body).toEqual({ ...(asked?.body as object), isReadingRight: true });
  expect(confirmed?.headers.get('idempotency-key')).toBe(asked?.headers.get('idempotency-key'));
  expect(server.sent.filter(({ path }) => path.endsWith('/reference-readings'))).toEqual([]);
});

test('saves the reading and leads to the other entry if the mistake is there', async () => {
  const { fill, question, add, press, sent, router } = await open([recordOf(1, '2026-05-01', 98_047)], HIGHER);
  await fill({ 'reading.km': '98 470', ...WORK });
  await add();
  await question();
  await press('there');
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/service/7', search: '?entry=work:1' }));
  expect(sent('POST').at(-1)?.body).toMatchObject({ reading: '98 470', isReadingRight: true });
});

test('offers no other entry for a date before the vehicle was made', async () => {
  const { fill, question, add, say } = await open([], { reasons: ['beforeYear'] });
  await fill({ date: '1900-01-01', 'reading.km': '98 047', ...WORK });
  await add();
  await question();
  expect(screen.queryByRole('button', { name: say('records:doubt.there') })).toBeNull();
});

test('a repeated attempt after a lost answer does not ask about a confirmed reading again', async () => {
  const { server, fill, question, add, press, sent, say } = await open([], HIGHER);
  await fill({ 'reading.km': '980 470', ...WORK });
  await add();
  await question();
  const answer = server.answers[`POST ${RECORDS}`] as NonNullable<(typeof server.answers)[string]>;
  server.answers[`POST ${RECORDS}`] = () => Promise.reject(new TypeError('lost'));
  await press('right');
  await screen.findByRole('alert');
  server.answers[`POST ${RECORDS}`] = answer;
  await add();
  await screen.findByText(say('records:form.added', { name: 'Олива' }));
  expect(sent('POST').map(({ body }) => (body as { isReadingRight?: boolean }).isReadingRight)).toEqual([undefined, true, true]);
});

test('pressing Enter twice saves nothing and selects the doubtful reading, keeping all input; the question ends with the next letter', async () => {
  const { user, asking, fill, fresh, add, question, sent } = await open([recordOf(1, '2026-05-01', 98_047)], HIGHER);
  await fill({ 'reading.km': '980470', ...WORK });
  await user.keyboard('{Enter}');
  await question();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(fresh('reading.km'));
  expect(fresh('operation').value).toBe('Олива');
  expect(sent('POST')).toHaveLength(1);
  asking.doubt = undefined;
  await user.keyboard('98500');
  expect(fresh('reading.km').value).toBe('98500');
  expect(screen.queryByRole('group')).toBeNull();
  await add();
  await waitFor(() => expect(sent('POST')).toHaveLength(2));
  expect(sent('POST')[1]?.body).not.toHaveProperty('isReadingRight');
});

test.each<[string, string, string, Partial<Doubt>]>([
  ['На 1 000 км менше, ніж 01.05.2026. Точно?', '2026-06-01', '97 047', { reasons: ['lower'], before: BEFORE }],
  ['На 100 км більше, ніж 01.05.2026. Точно?', '2026-04-01', '98 147', { reasons: ['higher'], after: BEFORE }],
  ['На 90 000 км менше, ніж 01.05.2026. Точно?', '2026-04-30', '8 047', { reasons: ['lower'], after: BEFORE }],
  ['Рік випуску — 2014. Дата точно правильна?', '1900-01-01', '98 047', { reasons: ['beforeYear'] }],
])('asks: %s', async (sentence, date, reading, doubt) => {
  const { fill, question, add, press, fresh } = await open([], doubt);
  await fill({ date, 'reading.km': reading, ...WORK });
  await add();
  expect(await question()).toContain(sentence);
  await press('correct');
  expect(document.activeElement).toBe(fresh(doubt.reasons?.[0] === 'beforeYear' ? 'date' : 'reading.km'));
});

test('asks about an edited record only if its date or reading changes', async () => {
  const { user, say, fields, question, press, sent } = await open([recordOf(1, '2026-05-01', 980_470)], {
    reasons: ['lower'],
    before: { id: 2, kind: 'work', performedOn: '2026-04-01', reading: 98_000 },
  });
  const edit = say('records:history.edit', { name: 'Робота 1', day: '01.05.2026' });
  const label = say('records:form.editLabel', { name: 'Робота 1', day: '01.05.2026' });
  const save = async () => user.click(await screen.findByRole('button', { name: say('records:form.save') }));
  const bodies = () => sent('PATCH', `${RECORDS}/1`).map(({ body }) => ({ ...(body as object), seen: undefined }));
  await user.click(screen.getByRole('button', { name: edit }));
  await screen.findByRole('form', { name: label });
  await user.type(fields(label)('code'), 'H7');
  await save();
  await waitFor(() => expect(bodies()).toEqual([{ partCode: 'H7' }]));

  await user.click(await screen.findByRole('button', { name: edit }));
  await screen.findByRole('form', { name: label });
  await user.clear(fields(label)('reading.km'));
  await user.type(fields(label)('reading.km'), '9 804');
  await save();
  expect(await question()).toContain('На 88 196 км менше, ніж 01.04.2026. Точно?');
  await press('right');
  await waitFor(() => expect(bodies()).toHaveLength(3));
  expect(bodies()[2]).toEqual({ reading: '9 804', readingUnit: 'km', ask: true, isReadingRight: true });
});

test('shows a unit changed in another tab at the reading, and reloads the vehicle', async () => {
  const { server, client, fill, fresh, add, say } = await open([recordOf(1, '2026-05-01', 98_047)]);
  server.answers[`POST ${RECORDS}`] = () => ({
    status: 400,
    body: {
      success: false,
      code: 'recordsApi.400',
      message: '',
      errors: [{ field: 'reading', code: 'validation.reading.unit', message: '' }],
    },
  });
  client.setQueryData(keys.vehicles, {});
  await fill(WORK);
  await add();
  await screen.findByText(say('errors:validation.reading.unit'));
  expect(client.getQueryState(keys.vehicles)?.isInvalidated).toBe(true);
  expect(fresh('operation').value).toBe('Олива');
});
