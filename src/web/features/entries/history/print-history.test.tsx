import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, type SentRequest, show } from '#tests/support/component.tsx';
import { WholeHistory } from './whole-history.tsx';

const TIMELINE = '/api/vehicles/7/timeline';
/** Records with descending ids; every second one of 2025. */
const recordsOf = (count: number): ServiceRecord[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ id: count - n, performedOn: n < count / 2 ? '2026-06-14' : '2025-06-14', reading: 100, price: 10, currency: 'UAH' },
    ...{ operationName: `Робота ${count - n}`, partName: '-', partCode: '-' },
  }));

let printed: string[][];
beforeEach(() => {
  printed = [];
  window.print = () => {
    printed.push([...document.querySelectorAll('table[data-read-only] tbody tr td:nth-child(3)')].map(({ textContent }) => textContent));
  };
});
afterEach(() => {
  vi.restoreAllMocks();
});

function open(records: readonly ServiceRecord[], path = '/service/7') {
  let answer = (page: object) => Promise.resolve<{ status?: number; body: object }>({ body: page });
  const answerTimeline = ({ query }: SentRequest) => {
    const found = records.filter(({ performedOn }) => performedOn.startsWith(query.get('year') ?? ''));
    const start = Number(query.get('cursor')?.split('_')[1] ?? 0);
    const end = start + Number(query.get('limit'));
    const years = ['2026', '2025'].map((year) => {
      const ofYear = records.filter(({ performedOn }) => performedOn.startsWith(year));
      return { year, records: ofYear.length, cost: ofYear.length * 10 };
    });
    return answer({
      success: true,
      data: found.slice(start, end),
      years: query.has('cursor') ? null : years,
      nearest: null,
      nextCursor: end < found.length ? `2026-01-01_${end}` : null,
      isComplete: true,
    });
  };
  const server = fakeServer({ [`GET ${TIMELINE}`]: answerTimeline });
  const shown = show(
    <WholeHistory
      vehicle={vehicleOf(7, { mileage: 0, reading: 1_000, entryCount: records.length })}
      currency="UAH"
      request={{ kind: 'work', count: 0 }}
    />,
    { path, route: '/service/:vehicleId' },
  );
  const pressPrint = async () => shown.user.click(await screen.findByRole('button', { name: shown.say('records:history.print') }));
  return {
    ...shown,
    pressPrint,
    /** Requests of further pages, which only printing sends. */
    pages: () => server.sent.filter(({ query }) => query.has('cursor')),
    setAnswer: (next: typeof answer) => {
      answer = next;
    },
  };
}
const rest = () => screen.queryByText(/Показано записів/);
const paper = () => document.querySelector('table[data-read-only]');

test('prints all records, of which the screen shows a part again after the next press', async () => {
  const { say, user, pressPrint, pages } = open(recordsOf(1_200));
  expect((await screen.findByText(say('records:history.shown', { shown: '50', all: '1 200' }))).tagName).toBe('P');
  await pressPrint();
  await waitFor(() => expect(printed).toHaveLength(1));
  expect(printed[0]).toHaveLength(1_200);
  expect(printed[0]?.at(-1)).toBe('Робота 1');
  expect(pages().map(({ query }) => query.get('cursor'))).toEqual([50, 100, 200, 400, 800].map((start) => `2026-01-01_${start}`));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(rest()).toBeNull();
  // Printed again by the keyboard.
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
  expect(paper()).toBeTruthy();
  await user.click(document.body);
  expect(paper()).toBeNull();
  expect(rest()?.textContent).toBe(say('records:history.shown', { shown: '50', all: '1\u00a0200' }));
  expect(printed).toHaveLength(1);
});

test('prints without prices for a buyer, and shows them again afterwards', async () => {
  const { say, user } = open(recordsOf(3));
  await screen.findByText('Робота 3');
  let text = '';
  window.print = () => {
    text = document.querySelector('table[data-read-only]')?.textContent ?? '';
  };
  const prices = () => document.body.textContent.match(/\d,\d\d/g) ?? [];
  const before = prices();
  expect(before.length).toBeGreaterThan(3);
  await user.click(screen.getByRole('button', { name: say('records:history.printWithoutPrices') }));
  await waitFor(() => expect(text).toContain('Робота 3'));
  expect(text).not.toMatch(/\d,\d\d|₴/);
  expect(screen.queryByRole('columnheader', { name: say('records:history.price') })).toBeNull();
  await user.click(document.body);
  expect(prices()).toEqual(before);
});

test('prints what the filter selects, and says so on paper', async () => {
  const { pressPrint, pages } = open(recordsOf(120), '/service/7?year=2025&sort=oldest');
  await screen.findByText('Робота 60');
  expect(screen.getByText('Рік: 2025').tagName).toBe('P');
  await pressPrint();
  await waitFor(() => expect(printed).toHaveLength(1));
  expect(printed[0]).toHaveLength(60);
  expect(pages().map(({ query }) => query.toString())).toEqual([
    'year=2025&sort=oldest&kind=work%2Cfill%2Ccost%2Creading&limit=50&cursor=2026-01-01_50',
  ]);
});

test('prints the kind that the filter selects, and names it on paper', async () => {
  const { pressPrint, pages, say } = open(recordsOf(120), '/service/7?kind=work');
  await screen.findByText('Робота 120');
  expect(screen.getByText(`${say('entries:filter')}: ${say('entries:kind.work')}`).tagName).toBe('P');
  await pressPrint();
  await waitFor(() => expect(printed[0]).toHaveLength(120));
  expect(pages().map(({ query }) => query.get('kind'))).toEqual(['work', 'work']);
});

test('a history that is on the screen completely has no line about missing records', async () => {
  const { pressPrint } = open(recordsOf(1));
  await screen.findByText('Робота 1');
  expect(rest()).toBeNull();
  await pressPrint();
  await waitFor(() => expect(printed).toEqual([['Робота 1']]));
  expect(rest()).toBeNull();
});

test('shows the progress, and can be cancelled', async () => {
  const { say, user, pressPrint, pages, setAnswer } = open(recordsOf(1_200));
  await screen.findByText('Робота 1200');
  const { promise, resolve } = Promise.withResolvers<void>();
  setAnswer(async (page) => {
    if (pages().length > 1) await promise;
    return { body: page };
  });
  await pressPrint();
  const dialog = await screen.findByRole('dialog', { name: say('statistics:print.title') });
  await waitFor(() => expect(within(dialog).getByRole('progressbar').getAttribute('value')).toBe('100'));
  expect(dialog.textContent).toContain('100 із 1\u00a0200');
  await user.click(within(dialog).getByRole('button', { name: say('statistics:report.cancel') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => resolve());
  expect(printed).toEqual([]);
  expect(pages()).toHaveLength(2);
  expect(rest()?.textContent).toBe(say('records:history.shown', { shown: '50', all: '1\u00a0200' }));
});

test('a failure is shown, and the next attempt goes on where it happened', async () => {
  const { say, user, pressPrint, pages, setAnswer } = open(recordsOf(600));
  await screen.findByText('Робота 600');
  setAnswer(async (page) =>
    pages().length === 2 ? { status: 400, body: { success: false, code: 'recordsApi.500', message: '', requestId: 'x' } } : { body: page },
  );
  await pressPrint();
  expect((await screen.findByRole('alert')).textContent).toContain(say('errors:recordsApi.500'));
  await user.click(screen.getByRole('button', { name: say('shell:again') }));
  await waitFor(() => expect(printed[0]).toHaveLength(600));
  expect(pages().map(({ query }) => query.get('cursor'))).toEqual([50, 100, 100, 200, 400].map((start) => `2026-01-01_${start}`));
});

test('suggests the PDF for more than 2,000 records, before anything is loaded', async () => {
  const { say, user, pressPrint, pages } = open(recordsOf(2_001));
  await pressPrint();
  const dialog = await screen.findByRole('dialog', { name: say('statistics:print.title') });
  expect(dialog.textContent).toContain('2\u00a0001');
  expect(
    within(dialog)
      .getByRole('link', { name: say('statistics:report.button') })
      .getAttribute('href'),
  ).toBe('/service/7/details');
  expect(pages()).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: say('statistics:print.anyway') }));
  await waitFor(() => expect(pages().length).toBeGreaterThan(0));
});

test('prints the row of a record whose form is open, and the form stays', async () => {
  const { say, user, pressPrint } = open(recordsOf(2));
  await user.click(await screen.findByRole('button', { name: say('records:history.edit', { name: 'Робота 2', day: '14.06.2026' }) }));
  const form = await screen.findByRole('form', { name: /Робота 2/ });
  await pressPrint();
  await waitFor(() => expect(printed[0]).toContain('Робота 2'));
  expect(screen.getByRole('form', { name: /Робота 2/ })).toBe(form);
});
