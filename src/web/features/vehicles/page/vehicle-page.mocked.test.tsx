import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { endSession, startSession } from '../../../api/session.ts';
import { VehiclePage } from './vehicle.page.tsx';

vi.mock('../../../i18n/browser-texts.ts', () => ({ loadTexts: async () => undefined, currentLanguage: () => 'ua' }));
beforeEach(() => {
  startSession({ token: 'token' });
});

const vehicle = vehicleOf(7, { spentTotal: 30, spentYear: 20, isPaused: true, secondFuelType: 'electric', batteryCapacity: 60.48 });
const archived = vehicleOf(9, {
  archivedAt: '2026-01-01T00:00:00.000Z',
  restorableFrom: '2026-01-31T00:00:00.000Z',
  recordCount: 1,
  entryCount: 1,
  note: 'Продано',
});
const record = {
  id: 5,
  performedOn: '2025-05-01',
  reading: 98_000,
  operationName: 'Олива',
  partName: '-',
  partCode: '-',
  currency: 'UAH',
  price: 10,
};

function open(path: string, failure = 'carsApi.404') {
  const listed = [vehicle];
  const server = fakeServer({
    'GET /api/vehicles': () => ({ body: { success: true, data: listed, hidden: 1, archived: 1, limit: 1 } }),
    'GET /api/users/user': () => ({ body: { success: true, data: { user_id: 1, first_name: 'Олена', currency: 'UAH', tariff: 'basic' } } }),
    'GET /api/vehicles/7/timeline': () => ({
      body: { success: true, data: [], years: [], nearest: null, nextCursor: null, isComplete: true },
    }),
    'GET /api/vehicles/9': () => ({ body: { success: true, data: archived } }),
    'GET /api/vehicles/9/timeline': () => ({
      body: {
        success: true,
        data: [record],
        years: [{ year: '2025', records: 1, cost: 10 }],
        nearest: null,
        nextCursor: null,
        isComplete: true,
      },
    }),
    'POST /api/vehicles/9/restore': () => {
      const data = { ...archived, archivedAt: null, restorableFrom: null };
      listed.push(data);
      return { body: { success: true, data } };
    },
    'GET /api/vehicles/8': () => ({ status: 403, body: { success: false, code: failure, message: '', requestId: 'x', errors: [] } }),
  });
  const view = /statistics|details/.exec(path)?.[0];
  const route = view ? `/service/:vehicleId/${view}` : '/service/:vehicleId';
  return { ...show(<VehiclePage />, { path, route }), server };
}

test('shows the name, key figures and views of a vehicle', async () => {
  const { say } = open('/service/7');
  expect(await screen.findByRole('heading', { level: 1, name: /Škoda Octavia/ })).toBeTruthy();
  expect(screen.getByText(say('vehicles:card.all')).nextElementSibling?.textContent).toContain('30,00');
  expect(screen.getByText(say('vehicles:details.isPaused'))).toBeTruthy();
  const tabs = within(screen.getByRole('navigation', { name: say('vehicles:page.views', { name: 'Škoda Octavia' }) }));
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe(say('vehicles:page.view.history'));
  expect(tabs.getByRole('link', { name: say('vehicles:page.view.details') }).getAttribute('href')).toBe('/service/7/details');
});

test('a link to a work begins its record as the last one was', async () => {
  const last = { partName: 'Motul 5W-30', partCode: '-', price: 1_450, performedOn: '2025-11-14' };
  const { say, server } = open(`/service/7?new=work&work=${encodeURIComponent('Олива й фільтр')}`);
  server.answers['GET /api/vehicles/7/operations'] = () => ({
    body: { success: true, data: [{ operationName: 'олива й фільтр', count: 2, last }] },
  });
  const form = within(await screen.findByRole('form', { name: say('records:form.label') }));
  const value = (field: 'operation' | 'part') => (form.getByLabelText(say(`records:form.${field}`)) as HTMLInputElement).value;
  await waitFor(() => expect([value('operation'), value('part')]).toEqual(['Олива й фільтр', 'Motul 5W-30']));
});

test('the button for a new record focuses the form, and gives way while a field has the focus', async () => {
  const { say, user } = open('/service/7');
  const button = () => screen.queryByRole('button', { name: say('vehicles:page.addRecord') });
  await waitFor(() => expect(button()).toBeTruthy());
  await user.click(button() as HTMLElement);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(say('records:form.operation'))));
  expect(button()).toBeNull();
  await user.tab();
  expect(document.activeElement).toBeInstanceOf(HTMLInputElement);
  expect(button()).toBeNull();
  act(() => (document.activeElement as HTMLElement).blur());
  expect(button()).toBeTruthy();
});

test('shows the details with the note and the buttons to edit and delete', async () => {
  const { say } = open('/service/7/details');
  expect(await screen.findByRole('link', { name: say('vehicles:details.editOf', { name: 'Škoda Octavia' }) })).toBeTruthy();
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(say('vehicles:page.view.details'));
  const fact = (name: string) => screen.queryByText(say(`vehicles:details.${name}`))?.nextElementSibling?.textContent;
  expect(fact('secondFuelType')).toBe(say('vehicles:secondFuels.electric'));
  expect(fact('batteryCapacity')).toBe('60,48\u00a0кВт·год');
  expect(fact('tankVolume')).toBeUndefined();
});

test('shows an example of the costs on the basic tariff', async () => {
  const { say } = open('/service/7/statistics');
  expect(await screen.findByRole('heading', { level: 2, name: say('statistics:title') })).toBeTruthy();
  expect(await screen.findByText(say('statistics:example.mark'))).toBeTruthy();
});

test('shows the history of an archived vehicle without anything to change', async () => {
  const { say } = open('/service/9?entry=work:5');
  const row = (await screen.findByText('Олива')).closest('tr');
  expect(screen.getByText(/^В архіві з/).textContent).toContain(say('vehicles:page.view.details'));
  expect(screen.getByRole('searchbox')).toBeTruthy();
  expect(screen.queryByLabelText(say('records:form.operation'))).toBeNull();
  expect(screen.queryByRole('button', { name: say('vehicles:page.addRecord') })).toBeNull();
  expect(screen.getByRole('table').querySelectorAll('button')).toHaveLength(0);
  // The record of the link.
  await waitFor(() => expect(document.activeElement).toBe(row));
});

test('shows the details and the note of an archived vehicle, which can be restored there', async () => {
  const { say, user, server } = open('/service/9/details');
  await screen.findByText('Продано');
  const restore = await screen.findByRole('button', { name: say('vehicles:archive.restoreOf', { name: 'Škoda Octavia' }) });
  expect(screen.queryByRole('link', { name: say('vehicles:details.editOf', { name: 'Škoda Octavia' }) })).toBeNull();
  await user.click(restore);
  await screen.findByRole('link', { name: say('vehicles:details.editOf', { name: 'Škoda Octavia' }) });
  expect(server.sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/vehicles/9/restore']);
});

test.each(['carsApi.404', 'carsApi.hidden'])('says why a vehicle is not shown: %s', async (code) => {
  const { say } = open('/service/8', code);
  expect(await screen.findByRole('heading', { level: 1, name: say('vehicles:page.missing') })).toBeTruthy();
  expect(screen.getByText(say(`errors:${code}`, { keySeparator: false }))).toBeTruthy();
  expect(screen.getByRole('link', { name: say('vehicles:page.toBook') }).getAttribute('href')).toBe('/service');
});

test('an address without a valid number is not found, and the server is not asked', async () => {
  const { say, server } = open('/service/abc');
  expect(await screen.findByRole('heading', { level: 1, name: say('notFound:title') })).toBeTruthy();
  expect(server.sent).toEqual([]);
});

test('leads a visitor to the login and back to the same address', async () => {
  endSession();
  const { router } = open('/service/7?q=олива');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(new URLSearchParams(router.state.location.search).get('from')).toBe(encodeURI('/service/7?q=олива'));
});
