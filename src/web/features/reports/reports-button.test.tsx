import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REPORT_VEHICLES_MAX } from '#contract/limits.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { userOf } from '#tests/support/cost-answers.ts';
import { savedFiles } from '#tests/support/saved-files.ts';
import { startSession } from '#web/api/session.ts';
import { ReportsButton } from './reports-button.tsx';

const LIST = 'GET /api/vehicles';
const SEVERAL = 'GET /api/reports/vehicles';
const FILE = { body: 'the file', headers: { 'content-disposition': "attachment; filename*=UTF-8''Carnet%202026-05-17.pdf" } };
const failing = (status: number, code: string) => ({ status, body: { success: false, code, message: 'from the server', requestId: 'x' } });
const bookOf = (data: Vehicle[]) => ({ body: { success: true, data, hidden: 0, archived: 0, limit: null } });
const fleet = (count: number) => Array.from({ length: count }, (_, index) => vehicleOf(index + 1, { model: `Octavia ${index + 1}` }));

let saved: ReturnType<typeof savedFiles>;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  saved = savedFiles();
  startSession({ token: 'x'.repeat(22), name: 'Олена', tariff: 'business' });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function opened(list: () => ReturnType<typeof bookOf> | ReturnType<typeof failing>) {
  const server = fakeServer({
    'GET /api/users/user': () => userOf('business'),
    [LIST]: list,
    [SEVERAL]: () => FILE,
    'GET /api/vehicles/1/report': () => FILE,
    'GET /api/vehicles/2/report': () => FILE,
  });
  const shown = show(<ReportsButton />);
  await shown.user.click(await screen.findByRole('button', { name: shown.say('statistics:report.button') }));
  const press = (name: string) => shown.user.click(screen.getByRole('button', { name: shown.say(name) }));
  return { ...server, ...shown, press, box: (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name }) };
}

test('all vehicles are chosen at first; the report has those that stay, in the order of the book', async () => {
  const { say, user, press, box, sent } = await opened(() => bookOf(fleet(3)));
  const dialog = screen.getByRole('dialog', { name: say('statistics:reports.title') });
  const group = await within(dialog).findByRole('group', { name: say('statistics:reports.vehicles') });
  const boxes = within(group).getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true]);
  expect(box(/Octavia 2/).labels?.[0]?.textContent).toContain('2014 · TMBZZZ5E0HARNET02');
  await user.click(box(/Octavia 1/));
  await user.click(box(/Octavia 2/));
  await user.click(box(/Octavia 1/));
  expect(screen.getByText(say('statistics:reports.chosen', { chosen: '2', total: '3' }))).toBeDefined();
  await press('statistics:report.without');
  await press('statistics:report.download');
  expect(await screen.findByText(say('statistics:reports.done'))).toBeDefined();
  const [request] = sent.filter(({ path }) => path === '/api/reports/vehicles');
  expect([request?.query.get('ids'), request?.query.get('prices'), request?.query.get('kinds')]).toEqual([
    '1,3',
    'without',
    'work,reading',
  ]);
  expect(saved).toMatchObject([{ name: 'Carnet 2026-05-17.pdf', type: 'application/pdf' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('one chosen vehicle has the report of one, which has no limit of records', async () => {
  const { press, user, box, sent } = await opened(() => bookOf(fleet(2)));
  await screen.findByRole('checkbox', { name: /Octavia 2/ });
  await user.click(box(/Octavia 1/));
  await press('statistics:report.download');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(sent.map(({ path }) => path).filter((path) => path.includes('report'))).toEqual(['/api/vehicles/2/report']);
});

test('the only vehicle needs no choice', async () => {
  const { say } = await opened(() => bookOf(fleet(1)));
  expect(await screen.findByRole('dialog', { name: say('statistics:report.title', { name: 'Škoda Octavia 1' }) })).toBeDefined();
  expect(screen.queryByRole('group', { name: say('statistics:reports.vehicles') })).toBeNull();
});

test('more vehicles than a report can have: the first ones are chosen, and no more can be sent', async () => {
  const { say, user, press, box, sent } = await opened(() => bookOf(fleet(REPORT_VEHICLES_MAX + 2)));
  const counted = (chosen: number) =>
    screen.getByText(new RegExp(say('statistics:reports.chosen', { chosen: String(chosen), total: String(REPORT_VEHICLES_MAX + 2) })));
  const download = () => screen.getByRole('button', { name: say('statistics:report.download') });
  await screen.findByRole('checkbox', { name: /Octavia 1 / });
  expect(counted(REPORT_VEHICLES_MAX).textContent).toContain(say('statistics:reports.most', { most: String(REPORT_VEHICLES_MAX) }));
  await press('statistics:reports.all');
  expect(counted(REPORT_VEHICLES_MAX + 2)).toBeDefined();
  expect(download().hasAttribute('disabled')).toBe(true);

  await press('statistics:reports.none');
  expect(counted(0)).toBeDefined();
  expect(download().hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByRole('searchbox'), 'oCTavia 10');
  const vehicles = within(screen.getByRole('group', { name: say('statistics:reports.vehicles') }));
  expect(vehicles.getAllByRole('checkbox').map((found) => (found as HTMLInputElement).labels?.[0]?.textContent?.slice(6, 17))).toEqual(
    [10, 100, 101, 102].map((number) => `Octavia ${number} `.slice(0, 11)),
  );
  await press('statistics:reports.all');
  await user.click(box(/Octavia 10 /));
  await user.click(download());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(sent.find(({ path }) => path === '/api/reports/vehicles')?.query.get('ids')).toBe('100,101,102');
});

test('a list that cannot be loaded can be loaded again; a report with too many records is explained', async () => {
  const { answers, say, press } = await opened(() => failing(400, 'carsApi.unknownError'));
  const dialog = screen.getByRole('dialog');
  expect((await within(dialog).findByRole('alert')).textContent).toContain(say('errors:carsApi.unknownError'));
  answers[LIST] = () => bookOf(fleet(2));
  await press('shell:again');
  await screen.findAllByRole('checkbox');
  answers[SEVERAL] = () => failing(422, 'reportsApi.tooLarge');
  await press('statistics:report.download');
  expect((await within(dialog).findByRole('alert')).textContent).toContain(say('errors:reportsApi.tooLarge'));
  expect(saved).toEqual([]);
});

test.each(['basic', 'family'] as const)('%s has no report of several vehicles', async (tariff) => {
  startSession({ token: 'x'.repeat(22), name: 'Олена', tariff });
  fakeServer({ 'GET /api/users/user': () => userOf(tariff) });
  const { container } = show(<ReportsButton />);
  expect(within(container).queryByRole('button')).toBeNull();
});
