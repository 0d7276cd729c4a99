import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import { fakeServer, type SentRequest, show } from '#tests/support/component.tsx';
import { VehicleRecords } from './vehicle-records.tsx';

const VEHICLE = 7;
const RECORDS = `/api/vehicles/${VEHICLE}/records`;

const OIL = {
  operationName: 'Заміна оливи',
  last: { partName: 'Олива 5W-30', partCode: '-', price: 1865.5, performedOn: '2025-10-08' },
};
const FOREIGN = { operationName: 'Гвинт', last: null };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-14T10:00:00') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server with these records; after `hold`, responses to writes wait for `release`. */
function book(...names: string[]) {
  const records: ServiceRecord[] = names.map((operationName, index) => ({
    id: index + 1,
    operationName,
    partName: '-',
    partCode: '-',
    price: 10,
    reading: 98_000,
    performedOn: '2026-01-01',
  }));
  let pending: Promise<void> | undefined;
  let release: () => void = () => undefined;
  const write = async (request: SentRequest, change: (body: ServiceRecord) => ServiceRecord) => {
    await pending;
    return { body: { success: true, data: change(request.body as ServiceRecord) } };
  };
  const server = fakeServer({
    [`GET ${RECORDS}`]: () => ({
      body: { success: true, data: records.toReversed(), totalCost: 10 * records.length, nextCursor: null },
    }),
    [`GET /api/vehicles/${VEHICLE}/operations`]: () => ({ body: { success: true, data: [OIL, FOREIGN] } }),
    [`POST ${RECORDS}`]: (request) =>
      write(request, (body) => {
        const record = { ...body, id: records.length + 1, price: 10, reading: 98_000 };
        records.push(record);
        return record;
      }),
    ...Object.fromEntries(
      records.map((record) => [
        `PATCH ${RECORDS}/${record.id}`,
        (request: SentRequest) => write(request, (body) => Object.assign(record, body, { price: record.price, reading: record.reading })),
      ]),
    ),
  });
  return {
    records,
    sent: (method: string) => server.sent.filter((request) => request.method === method),
    hold: () => {
      pending = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}

const open = (focusRequest = 0) => {
  const shown = show(
    <VehicleRecords
      vehicleId={VEHICLE}
      vehicleName="Škoda Octavia"
      unit="km"
      facts={{ vehicleType: 'car', year: 2014, mileage: 90_000, createdAt: '2026-01-01T00:00:00.000Z' }}
      reading={98_000}
      recordCount={0}
      currency="UAH"
      isShown
      focusRequest={focusRequest}
      onChanged={() => undefined}
    />,
  );
  const { say, user } = shown;
  const formOf = (name: string) => within(screen.getByRole('form', { name }));
  const field = (form: ReturnType<typeof within>, name: string) =>
    form.getByLabelText(say(`records:form.${name}`, { sign: '₴' }), { exact: true }) as HTMLInputElement;
  const fresh = () => formOf(say('records:form.label'));
  const edited = (name: string) => formOf(say('records:form.editLabel', { name, day: '01.01.2026' }));
  return {
    ...shown,
    fresh,
    edited,
    field,
    add: () => user.click(fresh().getByRole('button', { name: say('records:form.add') })),
    edit: async (name: string) => {
      await user.click(await screen.findByRole('button', { name: say('records:history.edit', { name, day: '01.01.2026' }) }));
      return edited(name);
    },
    save: (name: string) => user.click(edited(name).getByRole('button', { name: say('records:form.save') })),
  };
};

test('keeps text typed during a save for the next record', async () => {
  const { hold, release, sent } = book();
  const { user, say, fresh, field, add } = open();
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(fresh(), 'price'), '15,65');
  hold();
  await add();
  await user.clear(field(fresh(), 'operation'));
  await user.type(field(fresh(), 'operation'), 'Гальма');
  release();
  await screen.findByText(say('records:form.added', { name: 'Олива' }));
  expect(field(fresh(), 'operation').value).toBe('Гальма');
  expect(field(fresh(), 'price').value).toBe('');
  expect(sent('POST')).toHaveLength(1);
});

test('editing another record does not affect the new record, which is created once', async () => {
  const { hold, release, records, sent } = book('Лампа');
  const { user, say, fresh, field, add, edit, edited } = open();
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(fresh(), 'price'), '15,65');
  hold();
  await add();
  const change = await edit('Лампа');
  release();
  await screen.findByText(say('records:form.added', { name: 'Олива' }));
  expect(field(change, 'operation').value).toBe('Лампа');
  await user.click(edited('Лампа').getByRole('button', { name: say('records:form.cancel') }));
  expect(field(fresh(), 'operation').value).toBe('');
  expect(records).toHaveLength(2);
  expect(sent('POST')).toHaveLength(1);
});

test('keeps changes of two records at once, and Escape discards neither', async () => {
  book('Лампа', 'Фільтр');
  const { user, field, edit, edited } = open();
  await user.type(field(await edit('Лампа'), 'part'), 'H7');
  await user.type(field(await edit('Фільтр'), 'part'), 'OE-1');
  await user.keyboard('{Escape}');
  expect(field(edited('Лампа'), 'part').value).toBe('H7');
  expect(field(edited('Фільтр'), 'part').value).toBe('OE-1');
});

test('closes an unchanged form on Escape and returns the focus', async () => {
  book('Лампа');
  const { user, say, edit } = open();
  await edit('Лампа');
  await user.keyboard('{Escape}');
  const pencil = await screen.findByRole('button', { name: say('records:history.edit', { name: 'Лампа', day: '01.01.2026' }) });
  await waitFor(() => expect(document.activeElement).toBe(pencil));
});

test('sends only the changed fields, confirms the save and highlights the row', async () => {
  const { sent } = book('Лампа');
  const { user, say, field, edit, save } = open();
  await user.type(field(await edit('Лампа'), 'code'), 'H7');
  await save('Лампа');
  await screen.findByText(say('records:saved', { name: 'Лампа' }));
  expect(sent('PATCH').map(({ body }) => body)).toEqual([{ partCode: 'H7' }]);
  const row = (await screen.findByRole('cell', { name: 'Лампа' })).closest('tr') as HTMLElement;
  expect(row.dataset.saved).toBe('true');
  fireEvent.animationEnd(row);
  expect(row.dataset.saved).toBeUndefined();
});

test('keeps text typed during a save as a separate change', async () => {
  const { hold, release, sent } = book('Лампа');
  const { user, say, field, edit, save } = open();
  const change = await edit('Лампа');
  await user.type(field(change, 'code'), 'H7');
  hold();
  await save('Лампа');
  await user.type(field(change, 'part'), 'Osram');
  release();
  await screen.findByText(say('records:saved', { name: 'Лампа' }));
  const input = screen.getByDisplayValue('Osram');
  await user.click(within(input.closest('form') as HTMLFormElement).getByRole('button', { name: say('records:form.save') }));
  await waitFor(() => expect(sent('PATCH').map(({ body }) => body)).toEqual([{ partCode: 'H7' }, { partName: 'Osram' }]));
});

test('restores new and edited records after leaving or reloading the page, and warns before the tab closes', async () => {
  book('Лампа');
  const { user, field, fresh, edit, unmount } = open();
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(await edit('Лампа'), 'part'), 'H7');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  unmount();
  const again = open();
  expect(again.field(again.fresh(), 'operation').value).toBe('Олива');
  await waitFor(() => expect(again.field(again.edited('Лампа'), 'part').value).toBe('H7'));
});

test('resends a record with the same key after a lost response and a reload', async () => {
  const { sent, hold } = book();
  const { user, field, fresh, add, unmount } = open();
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(fresh(), 'price'), '15,65');
  hold();
  await add();
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  unmount();
  const again = open();
  await again.add();
  await waitFor(() => expect(sent('POST')).toHaveLength(2));
  const [first, second] = sent('POST').map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/./);
  expect(second).toBe(first);
});

test('an untouched date follows today, also after midnight and in a draft from yesterday; a typed date stays', async () => {
  const { sent } = book();
  const { user, fresh, field, add, unmount } = open();
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(fresh(), 'price'), '1');
  vi.setSystemTime(new Date('2026-06-15T08:00:00'));
  await add();
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('POST')[0]?.body).toMatchObject({ performedOn: '2026-06-15' });
  vi.setSystemTime(new Date('2026-06-16T08:00:00'));
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(field(fresh(), 'date').value).toBe('2026-06-16');

  await user.type(field(fresh(), 'operation'), 'Гальма');
  await user.clear(field(fresh(), 'date'));
  await user.type(field(fresh(), 'date'), '2026-05-01');
  unmount();
  vi.setSystemTime(new Date('2026-06-17T08:00:00'));
  const again = open();
  expect(again.field(again.fresh(), 'date').value).toBe('2026-05-01');
});

test('keeps the date of the last record for ten minutes only', async () => {
  const { sent } = book();
  const { user, say, fresh, field, add } = open();
  await user.clear(field(fresh(), 'date'));
  await user.type(field(fresh(), 'date'), '2026-05-01');
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(fresh(), 'price'), '1');
  await add();
  await screen.findByText(say('records:form.added', { name: 'Олива' }));
  expect(sent('POST')).toHaveLength(1);
  expect(field(fresh(), 'date').value).toBe('2026-05-01');
  vi.setSystemTime(new Date('2026-06-14T10:11:00'));
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(field(fresh(), 'date').value).toBe('2026-06-14');
});

test('a suggested operation offers its last part, code and price, unless one of them is typed', async () => {
  const { sent } = book();
  const { user, say, fresh, field, add } = open();
  const lastTime = () =>
    fresh().queryByRole('button', { name: new RegExp(say('records:form.lastTime', { day: '08.10.2025' }).slice(0, 12)) });
  await user.type(field(fresh(), 'operation'), 'олив');
  await user.click(await screen.findByRole('option', { name: /Заміна оливи/ }));
  expect(field(fresh(), 'operation').value).toBe('Заміна оливи');
  await user.type(field(fresh(), 'code'), 'x');
  expect(lastTime()).toBeNull();
  await user.clear(field(fresh(), 'code'));
  await user.click(lastTime() as HTMLElement);
  expect(field(fresh(), 'part').value).toBe('Олива 5W-30');
  expect(field(fresh(), 'code').value).toBe('');
  expect(field(fresh(), 'price').value).toBe('1\u00a0865,50');
  expect(document.activeElement).toBe(field(fresh(), 'price'));
  expect(lastTime()).toBeNull();
  await add();
  await screen.findByText(say('records:form.added', { name: 'Заміна оливи' }));
  expect(sent('POST')[0]?.body).toMatchObject({ partName: 'Олива 5W-30', partCode: '-', price: '1\u00a0865,50' });
});

test('suggests operations of other vehicles by name only', async () => {
  book();
  const { user, fresh, field } = open();
  await user.type(field(fresh(), 'operation'), 'гви');
  await user.click(await screen.findByRole('option', { name: 'Гвинт' }));
  expect(fresh().getAllByRole('button')).toHaveLength(1);
});
