import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { afterVehicleWrite } from '../../../api/keys.ts';
import { startSession } from '../../../api/session.ts';
import { VehiclesPage } from './vehicles.page.tsx';

vi.mock('../../../i18n/browser-texts.ts', () => ({ loadTexts: async () => undefined, currentLanguage: () => 'ua' }));
beforeEach(() => {
  sessionStorage.clear();
  startSession({ token: 'token' });
});

const SEARCH = 'GET /api/records';
const recordOf = (id: number) => ({
  ...{
    id,
    vehicleId: 7,
    performedOn: '2025-05-01',
    reading: 98_000,
    operationName: `Олива ${id}`,
    partName: '-',
    partCode: '-',
    price: 10,
    currency: 'UAH',
  },
});
const found = (...ids: number[]) => ({ body: { success: true, data: ids.map(recordOf), isComplete: true } });
const FAILURE = { status: 400, body: { success: false, code: 'validation', message: '', requestId: 'x', errors: [] } };

async function open() {
  const server = fakeServer({
    'GET /api/vehicles': () => ({ body: { success: true, data: [vehicleOf(7, {})], hidden: 0, archived: 0, limit: 1 } }),
    'GET /api/users/user': () => ({ body: { success: true, data: { user_id: 1, first_name: 'Олена', currency: 'UAH', tariff: 'basic' } } }),
    [SEARCH]: ({ query }) => (query.get('q') === 'олива' ? found(1, 2) : found()),
  });
  const page = show(<VehiclesPage />, { path: '/service' });
  const field = await screen.findByRole('searchbox');
  const { say } = page;
  const none = (query: string) => screen.queryAllByText(say('vehicles:search.none', { query }), { exact: false }).length > 0;
  const says = (count: number) => screen.queryByText(say('records:filter.found', { count })) !== null;
  const searches = () => server.sent.filter(({ path }) => path === '/api/records').length;
  return { ...page, server, field, none, says, searches };
}

test('says that nothing matches only if neither vehicles nor records do', async () => {
  const { user, field, none, says, searches } = await open();
  await user.click(field);
  await user.paste('олива');
  await screen.findByText('Олива 1');
  expect(none('олива')).toBe(false);
  expect(says(2)).toBe(true);
  await user.paste('р');
  expect(says(2), 'not the previous number').toBe(false);
  await waitFor(() => expect(none('оливар')).toBe(true));
  expect(searches()).toBe(2);
});

test('says that the records could not be searched, and tries again', async () => {
  const { user, field, none, say, server } = await open();
  const answer = server.answers[SEARCH];
  server.answers[SEARCH] = () => FAILURE;
  await user.click(field);
  await user.paste('олива');
  expect((await screen.findByRole('alert')).textContent).toContain(say('records:found.failed'));
  expect(none('олива')).toBe(false);
  if (answer) server.answers[SEARCH] = answer;
  await user.click(screen.getByRole('button', { name: say('shell:again') }));
  await screen.findByText('Олива 1');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('searches again after a record was changed', async () => {
  const { user, field, client, server } = await open();
  await user.click(field);
  await user.paste('олива');
  await screen.findByText('Олива 1');
  server.answers[SEARCH] = () => found(3);
  act(() => void afterVehicleWrite(client, 7));
  await screen.findByText('Олива 3');
});
