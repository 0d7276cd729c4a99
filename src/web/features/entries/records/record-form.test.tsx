import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRecords, recordBook } from '#tests/support/open-records.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-14T10:00:00') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('keeps text typed during a save for the next record', async () => {
  const { hold, release, sent } = recordBook();
  const { user, say, fresh, field, add } = await openRecords();
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
  const { hold, release, records, sent } = recordBook('Лампа');
  const { user, say, fresh, field, add, edit, edited } = await openRecords();
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
  recordBook('Лампа', 'Фільтр');
  const { user, field, edit, edited } = await openRecords();
  await user.type(field(await edit('Лампа'), 'part'), 'H7');
  await user.type(field(await edit('Фільтр'), 'part'), 'OE-1');
  await user.keyboard('{Escape}');
  expect(field(edited('Лампа'), 'part').value).toBe('H7');
  expect(field(edited('Фільтр'), 'part').value).toBe('OE-1');
});

test('closes an unchanged form on Escape and returns the focus', async () => {
  recordBook('Лампа');
  const { user, say, edit } = await openRecords();
  await edit('Лампа');
  await user.keyboard('{Escape}');
  const pencil = await screen.findByRole('button', { name: say('records:history.edit', { name: 'Лампа', day: '01.01.2026' }) });
  await waitFor(() => expect(document.activeElement).toBe(pencil));
});

test('sends only the changed fields, confirms the save and highlights the row', async () => {
  const { sent } = recordBook('Лампа');
  const { user, say, field, edit, save } = await openRecords();
  await user.type(field(await edit('Лампа'), 'code'), 'H7');
  await save('Лампа');
  await screen.findByText(say('records:saved', { name: 'Лампа' }));
  expect(sent('PATCH').map(({ body }) => body)).toEqual([{ partCode: 'H7', seen: expect.objectContaining({ partCode: '-' }) }]);
  const row = (await screen.findByRole('cell', { name: 'Лампа' })).closest('tr') as HTMLElement;
  expect(row.dataset.saved).toBe('true');
  fireEvent.animationEnd(row);
  expect(row.dataset.saved).toBeUndefined();
});

test('keeps text typed during a save as a separate change', async () => {
  const { hold, release, sent } = recordBook('Лампа');
  const { user, say, field, edit, save } = await openRecords();
  const change = await edit('Лампа');
  await user.type(field(change, 'code'), 'H7');
  hold();
  await save('Лампа');
  await user.type(field(change, 'part'), 'Osram');
  release();
  await screen.findByText(say('records:saved', { name: 'Лампа' }));
  const input = screen.getByDisplayValue('Osram');
  await user.click(within(input.closest('form') as HTMLFormElement).getByRole('button', { name: say('records:form.save') }));
  await waitFor(() =>
    expect(sent('PATCH').map(({ body }) => body)).toMatchObject([
      { partCode: 'H7', seen: { partCode: '-', partName: '-' } },
      { partName: 'Osram', seen: { partCode: 'H7', partName: '-' } },
    ]),
  );
});

test('restores new and edited records after leaving or reloading the page, and warns before the tab closes', async () => {
  recordBook('Лампа');
  const { user, field, fresh, edit, unmount } = await openRecords();
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(await edit('Лампа'), 'part'), 'H7');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  unmount();
  const again = await openRecords();
  expect(again.field(again.fresh(), 'operation').value).toBe('Олива');
  await waitFor(() => expect(again.field(again.edited('Лампа'), 'part').value).toBe('H7'));
});

test('resends a record with the same key after a lost response and a reload', async () => {
  const { sent, hold } = recordBook();
  const { user, field, fresh, add, unmount } = await openRecords();
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(fresh(), 'price'), '15,65');
  hold();
  await add();
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  unmount();
  const again = await openRecords();
  await again.add();
  await waitFor(() => expect(sent('POST')).toHaveLength(2));
  const [first, second] = sent('POST').map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/./);
  expect(second).toBe(first);
});

test('an untouched date follows today, even after midnight and in a draft from yesterday; a typed date stays', async () => {
  const { sent } = recordBook();
  const { user, fresh, field, add, unmount } = await openRecords();
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
  const again = await openRecords();
  expect(again.field(again.fresh(), 'date').value).toBe('2026-05-01');
});

test('keeps the date of the last record for ten minutes only', async () => {
  const { sent } = recordBook();
  const { user, say, fresh, field, add } = await openRecords();
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
  const { sent } = recordBook();
  const { user, say, fresh, field, add } = await openRecords();
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

test('an unknown reading is a dash, which is sent as 0, shown as a dash, and taken back by the same button', async () => {
  const { sent } = recordBook('Лампа');
  const { user, say, fresh, field, add, edit, edited } = await openRecords();
  const unknown = () => fresh().getByRole('button', { name: say('records:form.unknownReading') });
  await user.click(unknown());
  expect(field(fresh(), 'reading.km').value).toBe('–');
  await user.click(unknown());
  expect(field(fresh(), 'reading.km').value).toBe('');
  await user.click(unknown());
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(fresh(), 'price'), '15,65');
  await add();
  await screen.findByText(say('records:form.added', { name: 'Олива' }));
  expect(sent('POST')[0]?.body).toMatchObject({ reading: '0' });
  await edit('Лампа');
  await user.click(edited('Лампа').getByRole('button', { name: say('records:form.unknownReading') }));
  await user.click(edited('Лампа').getByRole('button', { name: say('records:form.save') }));
  await waitFor(() => expect(sent('PATCH').map(({ body }) => body)).toMatchObject([{ reading: '0', readingUnit: 'km', ask: true }]));
});

test('suggests operations of other vehicles by name only', async () => {
  recordBook();
  const { user, fresh, field } = await openRecords();
  await user.type(field(fresh(), 'operation'), 'гви');
  await user.click(await screen.findByRole('option', { name: 'Гвинт' }));
  expect(fresh().queryByRole('button', { name: /Як минулого разу/ })).toBeNull();
});

test('Enter leads through part and code to the price, and saves there', async () => {
  const { sent } = recordBook();
  const { user, say, fresh, field } = await openRecords();
  const hints = [...document.querySelectorAll('form input')].map((input) => input.getAttribute('enterkeyhint'));
  expect(hints).toEqual(['next', 'next', 'next', 'next', 'next', 'done']);
  await user.type(field(fresh(), 'price'), '15,65');
  field(fresh(), 'date').focus();
  await user.keyboard('{Enter}{Enter}Олива{Enter}Motul{Enter}8100{Enter}');
  expect(document.activeElement).toBe(field(fresh(), 'price'));
  expect(sent('POST')).toEqual([]);
  await user.keyboard('{Enter}');
  await screen.findByText(say('records:form.added', { name: 'Олива' }));
  expect(sent('POST')[0]?.body).toMatchObject({ operationName: 'Олива', partName: 'Motul', partCode: '8100', price: '15,65' });
});

test.each([
  ['the next record is begun', 'operation'],
  ['the next reading is typed', 'reading.km'],
  ['the next record is rejected', undefined],
])('no longer says that the last record was saved once %s', async (_, name) => {
  recordBook();
  const { user, say, fresh, field, add } = await openRecords();
  const line = () => fresh().getByRole('status').textContent;
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(fresh(), 'price'), '15,65');
  await add();
  await waitFor(() => expect(line()).toBe(say('records:form.added', { name: 'Олива' })));
  if (name) await user.type(field(fresh(), name), '1');
  else await add();
  expect(line()).toBe(say('records:form.help'));
});

test('a form stays, with its input, when a new record pushes its record off the list', async () => {
  recordBook(...Array.from({ length: 10 }, (_, index) => `Робота ${index}`));
  const { user, say, fresh, field, add, edit, edited } = await openRecords();
  const form = await edit('Робота 0');
  await user.type(field(form, 'part'), 'H7');
  const part = field(form, 'part');
  await user.type(field(fresh(), 'operation'), 'Олива');
  await user.type(field(fresh(), 'price'), '15,65');
  await add();
  await screen.findByText(say('records:form.added', { name: 'Олива' }));
  await screen.findByRole('cell', { name: 'Олива' });
  expect(field(edited('Робота 0'), 'part')).toBe(part);
  expect(part.value).toBe('H7');
  expect(document.activeElement).toBe(field(fresh(), 'operation'));
  expect(screen.queryByText(say('records:history.draft'), { exact: false })).toBeNull();
  await user.click(edited('Робота 0').getByRole('button', { name: say('records:form.cancel') }));
  await waitFor(() => expect(document.activeElement?.id).toBe('history-7'));
});
