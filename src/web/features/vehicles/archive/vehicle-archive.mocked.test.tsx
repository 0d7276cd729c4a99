import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DAY } from '#contract/time.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { startSession } from '../../../api/session.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { clearToasts } from '../../../ui/toast.ts';
import { VehiclesPage } from '../book/vehicles.page.tsx';

vi.mock('../../../i18n/browser-texts.ts', () => ({ loadTexts: async () => undefined, currentLanguage: () => 'en' }));
beforeEach(() => {
  sessionStorage.clear();
  clearToasts();
  startSession({ token: 'token' });
});

const ARCHIVED_AT = '2026-01-01T00:00:00.000Z';
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
const OCTAVIA = 'Škoda Octavia';
const RECORD = {
  id: 1,
  performedOn: '2026-05-01',
  reading: 98_000,
  operationName: 'Oil',
  partName: '-',
  partCode: '-',
  currency: 'UAH',
  price: 10,
};

/** A book with these vehicles, of which the archived ones are in the archive; archiving and restoring move them. */
function open(vehicles: Vehicle[], { hidden = 0, undoUntil = inDays(1) as string | null, path = '/service' } = {}) {
  let stored = vehicles;
  const isArchived = ({ archivedAt }: Vehicle) => archivedAt !== null;
  const move = (id: number, change: Partial<Vehicle>) => () => {
    stored = stored.map((one) => (one.id === id ? { ...one, ...change } : one));
    return { body: { success: true, data: stored.find((one) => one.id === id) } };
  };
  const server = fakeServer({
    'GET /api/vehicles': () => {
      const data = stored.filter((one) => !isArchived(one));
      return { body: { success: true, data, hidden, archived: stored.length - data.length, limit: 5 } };
    },
    'GET /api/vehicles/archived': () => ({ body: { success: true, data: stored.filter(isArchived) } }),
    'GET /api/users/user': () => ({
      body: { success: true, data: { user_id: 1, first_name: 'Olena', currency: 'UAH', tariff: 'family' } },
    }),
    ...Object.fromEntries(
      vehicles.flatMap(({ id }) => [
        [`GET /api/vehicles/${id}/records`, () => ({ body: { success: true, data: [RECORD], totalCost: 10, nextCursor: null } })],
        [`GET /api/vehicles/${id}/operations`, () => ({ body: { success: true, data: [] } })],
        [`POST /api/vehicles/${id}/archive`, move(id, { archivedAt: ARCHIVED_AT, undoUntil, restorableFrom: inDays(30) })],
        [`POST /api/vehicles/${id}/restore`, move(id, { archivedAt: null, undoUntil: null, restorableFrom: null })],
        [
          `DELETE /api/vehicles/${id}`,
          () => {
            stored = stored.filter((one) => one.id !== id);
            return { body: { success: true } };
          },
        ],
      ]),
    ),
  });
  const page = show(<VehiclesPage />, { language: 'en', path, route: '/service/*' });
  const { say, user } = page;
  const button = (key: string, values = {}) => screen.findByRole('button', { name: say(key, values) });
  const sentTo = (path: string) => server.sent.filter((request) => request.path === path).map(({ method }) => method);
  return {
    ...page,
    ...server,
    sentTo,
    button,
    card: (name: string) => screen.findByRole('article', { name: new RegExp(name) }),
    /** Opens the archive and the vehicle in it. */
    async openArchived(name = OCTAVIA): Promise<HTMLElement> {
      await user.click(await screen.findByRole('button', { name: new RegExp(`^${say('vehicles:archive.title')}`) }));
      await user.click(await button('vehicles:card.open', { name }));
      await button('vehicles:archive.restoreOf', { name });
      return screen.findByRole('article', { name: new RegExp(name) });
    },
    /** Opens the dialog of the only vehicle, which is open at first. */
    async askToRemove(name = OCTAVIA): Promise<HTMLElement> {
      await user.click(await button('vehicles:details.removeOf', { name }));
      return screen.findByRole('dialog', { name: say('vehicles:remove.title', { name }) });
    },
  };
}

const archived = (given: Partial<Vehicle> = {}): Vehicle =>
  vehicleOf(1, { archivedAt: ARCHIVED_AT, restorableFrom: inDays(3), recordCount: 1, note: 'sold to Marta', ...given });

test('the dialog before deleting offers the archive; the notice can undo it', async () => {
  const { say, user, askToRemove, card, sentTo } = open([vehicleOf(1, { recordCount: 1 })]);
  const dialog = await askToRemove();
  expect(dialog.textContent).toContain(say('vehicles:archive.undoable'));
  await user.click(within(dialog).getByRole('button', { name: say('vehicles:archive.move') }));
  await screen.findByText(say('vehicles:archive.moved', { name: OCTAVIA }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText(say('vehicles:deletedElsewhere'))).toBeNull();
  await user.click(screen.getByRole('button', { name: say('vehicles:archive.undo') }));
  await screen.findByText(say('vehicles:archive.restored', { name: OCTAVIA }));
  await card(OCTAVIA);
  expect([sentTo('/api/vehicles/1/archive'), sentTo('/api/vehicles/1/restore'), sentTo('/api/vehicles/1')]).toEqual([
    ['POST'],
    ['POST'],
    [],
  ]);
});

test('a sold vehicle is archived after a question, without a word of deleting', async () => {
  const { say, user, button, sentTo } = open([vehicleOf(1, { recordCount: 1 })]);
  await user.click(await button('vehicles:details.soldOf', { name: OCTAVIA }));
  const dialog = await screen.findByRole('dialog', { name: say('vehicles:archive.ask', { name: OCTAVIA }) });
  expect(dialog.textContent).toContain(say('vehicles:archive.undoable'));
  await user.click(within(dialog).getByRole('button', { name: say('vehicles:remove.keep') }));
  expect(sentTo('/api/vehicles/1/archive')).toEqual([]);
  await user.click(await button('vehicles:details.soldOf', { name: OCTAVIA }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: say('vehicles:archive.move') }));
  await screen.findByText(say('vehicles:archive.moved', { name: OCTAVIA }));
  expect([sentTo('/api/vehicles/1/archive'), sentTo('/api/vehicles/1')]).toEqual([['POST'], []]);
});

test('offers no undo if a hidden vehicle takes the place', async () => {
  const { say, user, askToRemove } = open([vehicleOf(1, {})], { hidden: 1, undoUntil: null });
  const dialog = await askToRemove();
  expect(dialog.textContent).toContain(say('vehicles:archive.final'));
  await user.click(within(dialog).getByRole('button', { name: say('vehicles:archive.move') }));
  await screen.findByText(say('vehicles:archive.moved', { name: OCTAVIA }));
  expect(screen.queryByRole('button', { name: say('vehicles:archive.undo') })).toBeNull();
});

test('a full archive leaves the vehicle in the list', async () => {
  const { say, user, askToRemove, answers, card } = open([vehicleOf(1, {})]);
  answers['POST /api/vehicles/1/archive'] = () => ({ status: 403, body: { success: false, code: 'carsApi.archiveLimit', message: '' } });
  await user.click(within(await askToRemove()).getByRole('button', { name: say('vehicles:archive.move') }));
  await screen.findByText(say('errors:carsApi.archiveLimit'));
  await card(OCTAVIA);
});

test('a vehicle that was archived on another device leaves the list when the archiving is rejected', async () => {
  const { say, user, askToRemove, answers } = open([vehicleOf(1, {})]);
  answers['POST /api/vehicles/1/archive'] = () => ({ status: 403, body: { success: false, code: 'carsApi.archived', message: '' } });
  const dialog = await askToRemove();
  answers['GET /api/vehicles'] = () => ({ body: { success: true, data: [], hidden: 0, archived: 1, limit: 5 } });
  await user.click(within(dialog).getByRole('button', { name: say('vehicles:archive.move') }));
  await screen.findByText(say('errors:carsApi.archived'));
  await waitFor(() => expect(screen.queryByRole('article', { name: /Octavia/ })).toBeNull());
});

test('the archive is loaded when it is opened, and shows its vehicles without anything to change', async () => {
  const { say, openArchived, sentTo } = open([archived(), vehicleOf(2, { model: 'Fabia' })]);
  await screen.findByRole('article', { name: /Fabia/ });
  expect(sentTo('/api/vehicles/archived')).toEqual([]);
  const card = within(await openArchived());
  await card.findByText('Oil');
  card.getByText('sold to Marta');
  card.getByRole('heading', { name: say('records:history.title') });
  const name = OCTAVIA;
  expect(card.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
    say('vehicles:photo.enlarge', { name }),
    say('vehicles:card.close', { name }),
    say('vehicles:archive.restoreOf', { name }),
    say('vehicles:details.removeOf', { name }),
  ]);
  expect(card.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual(['/service/1']);
  expect([card.queryByRole('form'), card.queryByRole('textbox')]).toEqual([null, null]);
});

test('a book whose vehicles are all archived shows the archive', async () => {
  const { say, openArchived } = open([archived()]);
  await screen.findByText(say('vehicles:empty.title'));
  await openArchived();
});

test('restores a vehicle', async () => {
  const undoUntil = inDays(0.5);
  const { say, user, openArchived, button, sentTo } = open([archived({ undoUntil }), vehicleOf(2, { model: 'Fabia' })]);
  const card = await openArchived();
  await within(card).findByText(say('vehicles:archive.until', { moment: formatMoment(undoUntil, 'en') }));
  await user.click(await button('vehicles:archive.restoreOf', { name: OCTAVIA }));
  await screen.findByText(say('vehicles:archive.restored', { name: OCTAVIA }));
  await waitFor(() => expect(screen.queryByText(say('vehicles:archive.title'))).toBeNull());
  expect(sentTo('/api/vehicles/1/restore')).toEqual(['POST']);
});

test('names the time before which a vehicle cannot be restored', async () => {
  const vehicle = archived();
  const { say, user, openArchived, button, sentTo } = open([vehicle]);
  const card = await openArchived();
  const moment = formatMoment(vehicle.restorableFrom ?? '', 'en');
  await within(card).findByText(say('vehicles:archive.from', { moment }));
  const restore = await button('vehicles:archive.restoreOf', { name: OCTAVIA });
  expect(restore.getAttribute('aria-disabled')).toBe('true');
  await user.click(restore);
  expect(sentTo('/api/vehicles/1/restore')).toEqual([]);
});

test.each([
  ['carsApi.restoreLimit', undefined],
  ['carsApi.restoreEarly', 'vehicles:archive.from'],
])('a restore that is rejected with %s tells why', async (code, key) => {
  const vehicle = archived({ restorableFrom: inDays(-1) });
  const { say, user, openArchived, button, answers } = open([vehicle]);
  answers['POST /api/vehicles/1/restore'] = () => ({ status: 403, body: { success: false, code, message: '' } });
  await openArchived();
  await user.click(await button('vehicles:archive.restoreOf', { name: OCTAVIA }));
  const reason = key ? say(key, { moment: formatMoment(vehicle.restorableFrom ?? '', 'en') }) : say(`errors:${code}`);
  await screen.findByText(say('vehicles:archive.notRestored', { name: OCTAVIA, reason }));
});

test('an archived vehicle is deleted after confirmation, without an offer of the archive', async () => {
  const { say, user, openArchived, askToRemove, sentTo } = open([archived(), vehicleOf(2, { model: 'Fabia' })]);
  await openArchived();
  const dialog = await askToRemove();
  expect(within(dialog).queryByRole('button', { name: say('vehicles:archive.move') })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: say('vehicles:remove.confirm', { name: OCTAVIA }) }));
  await waitFor(() => expect(screen.queryByRole('article', { name: /Octavia/ })).toBeNull());
  expect(sentTo('/api/vehicles/1')).toEqual(['DELETE']);
});

test('an archive that cannot be loaded shows why and can be loaded again', async () => {
  const { say, user, answers, button } = open([archived()]);
  const answer = answers['GET /api/vehicles/archived'];
  answers['GET /api/vehicles/archived'] = () => ({ status: 403, body: { success: false, code: 'api.403', message: '' } });
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${say('vehicles:archive.title')}`) }));
  await screen.findByText(say('vehicles:archive.failed'));
  if (answer) answers['GET /api/vehicles/archived'] = answer;
  await user.click(await button('shell:again'));
  await screen.findByRole('article', { name: /Octavia/ });
});

test('the form of an archived vehicle leads to its page', async () => {
  const { router } = open([vehicleOf(1, {}), vehicleOf(9, { archivedAt: ARCHIVED_AT })], { path: '/service?edit=9' });
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/service/9', search: '' }));
});
