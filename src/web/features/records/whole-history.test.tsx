import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import { fakeServer, type SentRequest, show } from '#tests/support/component.tsx';
import { WholeHistory } from './whole-history.tsx';

const TIMELINE = '/api/vehicles/7/timeline';
const recordOf = (id: number, year = '2026'): ServiceRecord => ({
  ...{ id, performedOn: `${year}-06-14`, reading: 100 * id, operationName: `Робота ${id}`, partName: '-', partCode: '-', price: 10 },
});
const yearsOf = (records: readonly ServiceRecord[]) =>
  [...new Set(records.map(({ performedOn }) => performedOn.slice(0, 4)))]
    .sort()
    .reverse()
    .map((year) => {
      const ofYear = records.filter(({ performedOn }) => performedOn.startsWith(year));
      return { year, records: ofYear.length, cost: ofYear.reduce((sum, { price }) => sum + price, 0) };
    });

/** Shows the history of a vehicle with these records, newest first, in pages of `size`. */
function open(records: readonly ServiceRecord[], { size = 50, path = '/service/7' } = {}) {
  let hold: Promise<void> = Promise.resolve();
  const answerTimeline = async ({ query }: SentRequest) => {
    await hold;
    const words = query.get('q') ?? '';
    const found = records.filter(
      ({ operationName, performedOn }) => operationName.includes(words) && performedOn.startsWith(query.get('year') ?? ''),
    );
    const at = Number(query.get('at') ?? 0);
    if (at && !records.some(({ id }) => id === at))
      return { status: 404, body: { success: false, code: 'recordsApi.404', message: 'none', requestId: 'x', errors: [] } };
    const start = Number(query.get('cursor')?.split('_')[1] ?? (at ? found.findIndex(({ id }) => id === at) : 0));
    const data = found.slice(start, start + size);
    const isFirst = !query.has('cursor');
    const nextCursor = start + size < found.length ? `2026-01-01_${start + size}` : null;
    const nearest = ['250', '3'].includes(words) ? { id: 2, reading: 200, performedOn: '2026-06-14' } : null;
    return {
      body: {
        success: true,
        data,
        years: isFirst ? yearsOf(records.filter(({ operationName }) => operationName.includes(words))) : null,
        nearest: isFirst ? nearest : null,
        nextCursor,
      },
    };
  };
  const server = fakeServer({ [`GET ${TIMELINE}`]: answerTimeline });
  const shown = show(
    <>
      <input aria-label="elsewhere" />
      <WholeHistory
        vehicleId={7}
        vehicleName="Škoda Octavia"
        unit="km"
        facts={{ vehicleType: 'car', year: 2014, mileage: 0, createdAt: '2026-01-01T00:00:00.000Z' }}
        reading={1_000}
        recordCount={records.length}
        currency="UAH"
        focusRequest={0}
        onChanged={() => undefined}
      />
    </>,
    { path, route: '/service/:vehicleId' },
  );
  const { say, router } = shown;
  return {
    ...shown,
    server,
    search: () => screen.getByRole('searchbox', { name: say('records:filter.search') }),
    urlQuery: () => router.state.location.search,
    holdAnswers: (next: Promise<void>) => {
      hold = next;
    },
  };
}
const rowOf = (name: string) => screen.getByText(name).closest('tr');

test('shows the years with the number of their records and their cost, and the total', async () => {
  const { say } = open([recordOf(3), recordOf(2), recordOf(1, '2025')]);
  const band = await screen.findByText(say('records:history.year', { year: '2026', count: 2 }));
  expect(band.closest('tr')?.textContent).toContain('20,00');
  expect(screen.getByText(say('records:history.year', { year: '2025', count: 1 })).closest('tr')?.nextElementSibling).toBe(
    rowOf('Робота 1'),
  );
  expect(document.querySelector('tfoot')?.textContent).toContain('30,00');
});

test('searches while typing, keeps the search in the URL, and shows everything again', async () => {
  const { user, say, search, urlQuery } = open([recordOf(12), recordOf(2), recordOf(1, '2025')]);
  await screen.findByText('Робота 12');
  await user.type(search(), 'Робота 1');
  await waitFor(() => expect(screen.queryByText('Робота 2')).toBeNull());
  expect(urlQuery()).toBe(`?q=${encodeURIComponent('Робота 1').replace('%20', '+')}`);
  expect(document.querySelector('tfoot')?.textContent).toContain('20,00');
  await user.selectOptions(screen.getByLabelText(say('records:filter.year')), '2025');
  await waitFor(() => expect(screen.queryByText('Робота 12')).toBeNull());
  expect(screen.getByText('Робота 1')).toBeTruthy();
  await user.type(search(), 'x');
  await user.click(await screen.findByRole('button', { name: say('records:filter.showAll') }));
  await screen.findByText('Робота 2');
  expect(urlQuery()).toBe('');
});

test('a reading shows the history from the record that is nearest to it, while the search keeps the focus', async () => {
  const { user, search, urlQuery } = open([recordOf(3), recordOf(2), recordOf(1)]);
  await screen.findByText('Робота 3');
  await user.type(search(), '250');
  await waitFor(() => expect(rowOf('Робота 2')?.getAttribute('aria-current')).toBe('true'));
  expect(screen.queryByText('Робота 3')).toBeNull();
  expect(screen.getByText('Робота 1')).toBeTruthy();
  expect(document.activeElement).toBe(search());
  expect(urlQuery()).toBe('?q=250');
});

test('a number that also occurs in a text offers the record with the nearest reading, which is then marked and focused', async () => {
  const { user, say, search, urlQuery } = open([recordOf(3), recordOf(2), recordOf(1)]);
  await screen.findByText('Робота 3');
  await user.type(search(), '3');
  await user.click(await screen.findByRole('button', { name: say('records:filter.goTo') }));
  await waitFor(() => expect(document.activeElement?.id).toBe('record-edit-2'));
  expect(urlQuery()).toBe('?record=2');
  expect(search()).toHaveProperty('value', '');
  expect(rowOf('Робота 2')?.getAttribute('aria-current')).toBe('true');
  expect(screen.queryByText('Робота 3')).toBeNull();
  await user.click(screen.getByRole('button', { name: say('records:history.fromNewest') }));
  await screen.findByText('Робота 3');
});

test('shows the whole history if the record of a link no longer exists', async () => {
  const { urlQuery } = open([recordOf(3)], { path: '/service/7?record=99' });
  await screen.findByText('Робота 3');
  expect(urlQuery()).toBe('');
});

test('"show more" focuses the first new record', async () => {
  const { user, say } = open([recordOf(3), recordOf(2), recordOf(1)], { size: 2 });
  await user.click(await screen.findByRole('button', { name: say('records:history.more', { count: 1 }) }));
  await screen.findByText('Робота 1');
  expect(document.activeElement?.id).toBe('record-edit-1');
});

test('"show more" also works while the shown records are fetched again', async () => {
  const { user, say, client, holdAnswers, server } = open([recordOf(3), recordOf(2), recordOf(1)], { size: 2 });
  const more = await screen.findByRole('button', { name: say('records:history.more', { count: 1 }) });
  holdAnswers(new Promise(() => undefined));
  void client.invalidateQueries({ queryKey: ['records', 7] });
  await user.click(more);
  await waitFor(() => expect(server.sent.some(({ query }) => query.has('cursor'))).toBe(true));
});

test('new records do not move the focus if the user has focused another element', async () => {
  const { user, say, holdAnswers } = open([recordOf(3), recordOf(2), recordOf(1)], { size: 2 });
  const more = await screen.findByRole('button', { name: say('records:history.more', { count: 1 }) });
  const { promise, resolve } = Promise.withResolvers<void>();
  holdAnswers(promise);
  await user.click(more);
  await user.click(screen.getByLabelText('elsewhere'));
  await act(async () => resolve());
  await screen.findByText('Робота 1');
  expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'));
});

test('a new record is shown and counted before the history is fetched again', async () => {
  const { user, say, server, holdAnswers } = open([recordOf(1, '2025')]);
  await screen.findByText('Робота 1');
  server.answers['POST /api/vehicles/7/records'] = () => ({ status: 201, body: { success: true, data: { ...recordOf(9), price: 5 } } });
  holdAnswers(new Promise(() => undefined));
  const form = within(screen.getByRole('form', { name: say('records:form.label') }));
  await user.type(form.getByLabelText(say('records:form.operation'), { exact: true }), 'Лампа');
  await user.type(form.getByLabelText(say('records:form.price', { sign: '₴' }), { exact: true }), '5');
  await user.click(form.getByRole('button', { name: say('records:form.add') }));
  await screen.findByText('Робота 9');
  expect(screen.getByText(say('records:history.year', { year: '2026', count: 1 }))).toBeTruthy();
  expect(document.querySelector('tfoot')?.textContent).toContain('15,00');
});
