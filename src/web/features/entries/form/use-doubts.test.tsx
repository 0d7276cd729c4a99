import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, type SentRequest, show } from '#tests/support/component.tsx';
import { keys } from '../../../api/keys.ts';
import { LatestEntries } from '../list/latest-entries.tsx';

const RECORDS = '/api/vehicles/7/records';
const READINGS = '/api/vehicles/7/reference-readings';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-14T10:00:00') });
});
afterEach(() => {
  vi.useRealTimers();
});

const recordOf = (id: number, performedOn: string, reading: number): ServiceRecord => ({
  ...{ id, performedOn, reading, operationName: `Робота ${id}`, partName: '-', partCode: '-', price: 10 },
});

const textOf = (element: HTMLElement | null) => element?.textContent.replaceAll('\u00a0', ' ');

/** Opens a vehicle with these records, newest first; a `nextCursor` means that older records are not loaded. */
async function open(records: ServiceRecord[], nextCursor: string | null = null) {
  const answer = ({ body }: SentRequest) => ({
    body: { success: true, data: { ...recordOf(99, '2026-06-14', 0), ...(body as object), price: 1 } },
  });
  const server = fakeServer({
    [`GET ${RECORDS}`]: () => ({ body: { success: true, data: records, totalCost: 10, nextCursor } }),
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
  const fresh = fields(say('records:form.label'));
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      await user.clear(fresh(name));
      await user.type(fresh(name), value);
    }
  };
  return {
    ...shown,
    ...{ server, fields, fresh, fill },
    /** The line below the buttons, whose height does not change. */
    line: () => textOf(within(screen.getByRole('form', { name: say('records:form.label') })).getByRole('status')),
    add: () => user.click(screen.getByRole('button', { name: say('records:form.add') })),
    press: (name: 'save' | 'correct') => user.click(screen.getByRole('button', { name: say(`records:doubt.${name}`) })),
    dialog: () => screen.queryByRole('dialog', { name: say('records:doubt.title') }),
    sent: (method: string, path = RECORDS) => server.sent.filter((request) => request.method === method && request.path === path),
  };
}

const WORK = { operation: 'Олива', price: '15,65' };
const MORE = 'На 882 423 км більше, ніж 01.05.2026. Точно?';

test('names a doubtful reading below the button, asks about it and saves it as typed after confirmation', async () => {
  const { fill, line, add, dialog, press, sent } = await open([recordOf(1, '2026-05-01', 98_047)]);
  await fill({ 'reading.km': '980 470', ...WORK });
  expect(line()).toBe(MORE);
  await add();
  await waitFor(() => expect(textOf(dialog())).toContain(MORE));
  expect(sent('POST')).toEqual([]);
  await press('save');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('POST')[0]?.body).toMatchObject({ reading: '980 470', price: '15,65', readingUnit: 'km' });
  expect(dialog()).toBeNull();
});

test('pressing Enter twice saves nothing and focuses the doubtful field, keeping all input', async () => {
  const { user, fill, fresh, add, dialog, sent } = await open([recordOf(1, '2026-05-01', 98_047)]);
  await fill({ 'reading.km': '980470', ...WORK });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(dialog()).not.toBeNull());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(fresh('reading.km')));
  expect(fresh('reading.km').value).toBe('980470');
  expect(fresh('operation').value).toBe('Олива');
  expect(sent('POST')).toEqual([]);
  await user.clear(fresh('reading.km'));
  await user.type(fresh('reading.km'), '98500');
  await add();
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
});

test('asks about a date before the year of the vehicle', async () => {
  const { fill, line, add, dialog, sent } = await open([]);
  await fill({ date: '1900-01-01', ...WORK });
  await add();
  await waitFor(() => expect(textOf(dialog())).toContain('Рік випуску — 2014. Дата точно правильна?'));
  expect(line()).toContain('Рік випуску — 2014. Дата точно правильна?');
  expect(sent('POST')).toEqual([]);
});

test('fetches the neighbours of a date before the loaded records', async () => {
  const { server, fill, add, dialog, press, sent } = await open([recordOf(2, '2026-05-01', 98_047)], '2026-05-01_2');
  server.answers[`GET ${READINGS}`] = () => ({
    body: { success: true, data: { before: { id: 1, performedOn: '2020-01-01', reading: 50_000 }, after: null, highest: null } },
  });
  await fill({ date: '2020-03-01', 'reading.km': '49 000', ...WORK });
  await add();
  await waitFor(() => expect(textOf(dialog())).toContain('На 1 000 км менше, ніж 01.01.2020. Точно?'));
  await press('save');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
});

test('saves without asking if the neighbours cannot be fetched', async () => {
  const { fill, add, sent } = await open([recordOf(2, '2026-05-01', 98_047)], '2026-05-01_2');
  await fill({ date: '2020-03-01', 'reading.km': '49 000', ...WORK });
  await add();
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('GET', READINGS).length).toBeGreaterThan(0);
});

test('waits only seconds for a pending request for the neighbours', async () => {
  const { server, fill, add, sent } = await open([recordOf(2, '2026-05-01', 98_047)], '2026-05-01_2');
  server.answers[`GET ${READINGS}`] = () => new Promise<never>(() => undefined);
  await fill({ date: '2020-03-01', 'reading.km': '49 000', ...WORK });
  await add();
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
});

test('compares an edited record with the others only if its date or reading changes', async () => {
  const { user, say, fields, dialog, sent } = await open([recordOf(1, '2026-05-01', 980_470), recordOf(2, '2026-04-01', 98_000)]);
  const edit = say('records:history.edit', { name: 'Робота 1', day: '01.05.2026' });
  const label = say('records:form.editLabel', { name: 'Робота 1', day: '01.05.2026' });
  const save = async () => user.click(await screen.findByRole('button', { name: say('records:form.save') }));
  await user.click(screen.getByRole('button', { name: edit }));
  await user.type(fields(label)('code'), 'H7');
  await save();
  await waitFor(() => expect(sent('PATCH', `${RECORDS}/1`)).toHaveLength(1));
  expect(dialog()).toBeNull();

  await user.click(await screen.findByRole('button', { name: edit }));
  await user.clear(fields(label)('reading.km'));
  await user.type(fields(label)('reading.km'), '9 804');
  await save();
  await waitFor(() => expect(textOf(dialog())).toContain('На 88 196 км менше, ніж 01.04.2026. Точно?'));
  expect(sent('PATCH', `${RECORDS}/1`)).toHaveLength(1);
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
