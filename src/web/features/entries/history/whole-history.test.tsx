import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { HistoryYear } from '#contract/timeline.ts';
import { openHistory as open, recordOf, rowOf, SLOW_SEARCH, TIMELINE } from '#tests/support/open-history.tsx';

afterEach(() => vi.useRealTimers());

test('shows the years with the number of their records and their cost, and the total', async () => {
  const { say } = open([recordOf(3), recordOf(2), recordOf(1, '2025')]);
  const band = await screen.findByText(say('records:history.year', { year: '2026', count: 2 }));
  expect(band.closest('tr')?.textContent).toContain('20,00');
  expect(screen.getByText(say('records:history.year', { year: '2025', count: 1 })).closest('tr')?.nextElementSibling).toBe(
    rowOf('Робота 1'),
  );
  expect(document.querySelector('tfoot')?.textContent).toContain('30,00');
});

test('a year of several kinds shows the sum of each', async () => {
  const { say, server, client } = open([recordOf(2), recordOf(1, '2025')]);
  const answer = server.answers[`GET ${TIMELINE}`];
  server.answers[`GET ${TIMELINE}`] = async (request) => {
    const answered = await answer?.(request);
    const body = answered?.body as { years: HistoryYear[] };
    const sums = { work: { count: 1, sum: 10 }, fill: { count: 4, sum: 4_000 }, cost: { count: 0, sum: 0 }, reading: { count: 3, sum: 0 } };
    const [first, ...others] = body.years;
    return { ...answered, body: { ...body, years: [{ ...first, kinds: sums }, ...others] } };
  };
  const band = await screen.findByText(say('records:history.year', { year: '2026', count: 1 }));
  await client.invalidateQueries();
  await waitFor(() => expect(band.closest('tr')?.textContent).toMatch(/Роботи.10,00.₴ · Пальне.4.000,00.₴$/));
  expect(screen.getByText(say('records:history.year', { year: '2025', count: 1 })).closest('tr')?.textContent).not.toContain('Роботи');
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
  expect(document.activeElement?.id).toBe('history-7');
  expect(urlQuery()).toBe('');
});

test('says that the server has not compared all records with the search', async () => {
  const { user, say, search } = open([recordOf(2), recordOf(1)]);
  await screen.findByText('Робота 2');
  expect(screen.queryByText(say('records:filter.incomplete'))).toBeNull();
  await user.type(search(), SLOW_SEARCH);
  expect((await screen.findByText(say('records:filter.incomplete'))).closest('[role=status]')).toBeTruthy();
});

test('keeps a year and an order that are chosen before the URL of the first choice is rendered', async () => {
  const { say, urlQuery } = open([recordOf(3), recordOf(1, '2025')]);
  await screen.findByText('Робота 3');
  act(() => {
    fireEvent.change(screen.getByLabelText(say('records:filter.sort')), { target: { value: 'price' } });
    fireEvent.change(screen.getByLabelText(say('records:filter.year')), { target: { value: '2025' } });
  });
  await waitFor(() => expect(urlQuery()).toBe('?sort=price&year=2025'));
});

test('a reading shows the history from the record that is nearest to it, while the search keeps the focus', async () => {
  const { user, say, search, urlQuery } = open([recordOf(3), recordOf(2), recordOf(1)]);
  await screen.findByText('Робота 3');
  await user.type(search(), '250');
  await waitFor(() => expect(rowOf('Робота 2')?.getAttribute('aria-current')).toBe('true'));
  expect(screen.queryByText('Робота 3')).toBeNull();
  expect(screen.getByText('Робота 1')).toBeTruthy();
  expect(document.activeElement).toBe(search());
  expect(urlQuery()).toBe('?q=250');
  await user.click(screen.getByRole('button', { name: say('records:history.fromNewest') }));
  await screen.findByText('Робота 3');
  await waitFor(() => expect([(search() as HTMLInputElement).value, urlQuery()]).toEqual(['', '']));
});

test('a number that also occurs in a text offers the record with the nearest reading, which is then marked and focused', async () => {
  const { user, say, search, urlQuery } = open([recordOf(3), recordOf(2), recordOf(1)]);
  await screen.findByText('Робота 3');
  await user.type(search(), '3');
  await user.click(await screen.findByRole('button', { name: say('records:filter.goTo') }));
  await waitFor(() => expect(document.activeElement?.id).toBe('entry-edit-work:2'));
  expect(urlQuery()).toBe('?entry=work:2');
  expect(search()).toHaveProperty('value', '');
  expect(rowOf('Робота 2')?.getAttribute('aria-current')).toBe('true');
  expect(screen.queryByText('Робота 3')).toBeNull();
  await user.click(screen.getByRole('button', { name: say('records:history.fromNewest') }));
  expect(document.activeElement?.id).toBe('history-7');
  await screen.findByText('Робота 3');
});

test('shows the whole history if the record of a link no longer exists', async () => {
  const { urlQuery } = open([recordOf(3)], { path: '/service/7?entry=work:99' });
  await screen.findByText('Робота 3');
  expect(urlQuery()).toBe('');
});

test('"show more" focuses the first new record', async () => {
  const { user, say } = open([recordOf(3), recordOf(2), recordOf(1)], { size: 2 });
  await user.click(await screen.findByRole('button', { name: say('records:history.more', { count: 1 }) }));
  await screen.findByText('Робота 1');
  expect(document.activeElement?.id).toBe('entry-edit-work:1');
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
  const form = within(await screen.findByRole('form', { name: say('records:form.label') }));
  await user.type(form.getByLabelText(say('records:form.operation'), { exact: true }), 'Лампа');
  await user.type(form.getByLabelText(say('records:form.price', { sign: '₴' }), { exact: true }), '5');
  await user.click(form.getByRole('button', { name: say('records:form.add') }));
  await screen.findByText('Робота 9');
  expect(screen.getByText(say('records:history.year', { year: '2026', count: 1 }))).toBeTruthy();
  expect(document.querySelector('tfoot')?.textContent).toContain('15,00');
});

test('keeps the previous records, without announcing them as found, until the search is answered', async () => {
  const { user, say, search, holdAnswers } = open([{ ...recordOf(12), price: 5 }, recordOf(2), recordOf(1, '2025')]);
  await screen.findByText('Робота 12');
  const { promise, resolve } = Promise.withResolvers<void>();
  holdAnswers(promise);
  await user.type(search(), 'Робота 1');
  const section = screen.getByRole('region', { name: say('records:history.title') });
  await waitFor(() => expect(section.getAttribute('aria-busy')).toBe('true'));
  expect(screen.getByText('Робота 2')).toBeTruthy();
  expect(document.body.textContent).not.toContain(say('records:filter.found', { count: 3 }));
  await act(async () => resolve());
  await screen.findByText(say('records:filter.found', { count: 2 }));
  expect(section.getAttribute('aria-busy')).toBe('false');
});

test.each(['newest', 'price'])('keeps a letter that is typed before the URL of the search is rendered, in the order %s', async (order) => {
  const { say, search, router, urlQuery } = open([recordOf(12), recordOf(2)]);
  await screen.findByText('Робота 12');
  const type = (value: string) => fireEvent.change(search(), { target: { value } });
  const end = router.subscribe(() => {
    end();
    type('Робота 12');
    fireEvent.change(screen.getByLabelText(say('records:filter.sort')), { target: { value: order } });
  });
  type('Робота');
  await waitFor(() => expect(screen.queryByText('Робота 2')).toBeNull());
  expect(search()).toHaveProperty('value', 'Робота 12');
  expect(new URLSearchParams(urlQuery()).get('q')).toBe('Робота 12');
});

test('shows the search of a link and of the back button', async () => {
  const { search, router } = open([recordOf(12), recordOf(2)]);
  await screen.findByText('Робота 12');
  fireEvent.change(search(), { target: { value: 'Робота' } });
  await waitFor(() => expect(router.state.location.search).not.toBe(''));
  await act(() => router.navigate('/service/7?q=2'));
  expect(search()).toHaveProperty('value', '2');
  await act(() => router.navigate(-1));
  expect(search()).toHaveProperty('value', 'Робота');
});

test('records in the order of the price get no years while those by date load', async () => {
  const { user, say, holdAnswers } = open([recordOf(2), recordOf(1, '2025')], { path: '/service/7?sort=price' });
  await screen.findByText('Робота 2');
  const { promise, resolve } = Promise.withResolvers<void>();
  holdAnswers(promise);
  await user.selectOptions(screen.getByLabelText(say('records:filter.sort')), 'newest');
  await waitFor(() => expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('true'));
  const band = () => screen.queryByText(say('records:history.year', { year: '2025', count: 1 }));
  expect(band()).toBeNull();
  await act(async () => resolve());
  await waitFor(() => expect(band()).toBeTruthy());
});

test('a reading never shows that nothing is found, and is announced', async () => {
  const { user, say, search, server, answerAt } = open([recordOf(3), recordOf(2), recordOf(1)]);
  await screen.findByText('Робота 3');
  const { promise, resolve } = Promise.withResolvers<void>();
  answerAt(promise);
  await user.type(search(), '250');
  await waitFor(() => expect(server.sent.some(({ query }) => query.get('at') === '2')).toBe(true));
  expect(screen.queryByText(say('records:filter.none'))).toBeNull();
  expect(screen.getByText('Робота 3')).toBeTruthy();
  await act(async () => resolve());
  await waitFor(() => expect(rowOf('Робота 2')?.getAttribute('aria-current')).toBe('true'));
  const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(statuses.some((text) => text?.includes('200'))).toBe(true);
});

test.each(['year=2026', 'sort=price'])('a reading offers its record while the history is shown by %s', async (chosen) => {
  const { user, say, urlQuery } = open([recordOf(3), recordOf(2), recordOf(1)], { path: `/service/7?q=250&${chosen}` });
  await screen.findByText(say('records:filter.none'));
  await user.click(screen.getByRole('button', { name: say('records:filter.goTo') }));
  await waitFor(() => expect(rowOf('Робота 2')?.getAttribute('aria-current')).toBe('true'));
  expect(urlQuery()).toBe('?entry=work:2');
});

test('a search that waits for its pause does not undo a link whose page is not rendered yet', async () => {
  const { search } = open([recordOf(1)]);
  await screen.findByText('Робота 1');
  vi.useFakeTimers();
  fireEvent.change(search(), { target: { value: 'олива' } });
  history.replaceState(null, '', '/service/7?tab=costs');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(window.location.search).toBe('?tab=costs');
  history.replaceState(null, '', '/service/7');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(new URLSearchParams(window.location.search).get('q')).toBe('олива');
});
