import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ENTRY_KINDS, type EntryKindName } from '#contract/entry-kinds.ts';
import type { Tariff } from '#contract/tariffs.ts';
import type { VehicleType } from '#contract/vehicle-types.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { savedFiles } from '#tests/support/saved-files.ts';
import { startSession } from '#web/api/session.ts';
import { ReportButton } from './report-button.tsx';

const vehicle = { id: 7, brand: 'Škoda', model: 'Octavia', vehicleType: 'car' } as const;
const USER = 'GET /api/users/user';
const REPORT = 'GET /api/vehicles/7/report';
const FILE = { body: 'the file', headers: { 'content-disposition': "attachment; filename*=UTF-8''%C5%A0koda%20Octavia.pdf" } };
const failing = (status: number, code: string) => ({ status, body: { success: false, code, message: 'from the server', requestId: 'x' } });

const userWith = (tariff: Tariff) => () => ({ body: { success: true, data: { user_id: 1, first_name: 'Олена', tariff } } });

let saved: ReturnType<typeof savedFiles>;
beforeEach(() => {
  saved = savedFiles();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function shown(tariff: Tariff, report: Parameters<typeof fakeServer>[0][string] = () => FILE, vehicleType: VehicleType = 'car') {
  startSession({ token: 'x'.repeat(22), name: 'Олена', tariff });
  const server = fakeServer({ [USER]: userWith(tariff), [REPORT]: report });
  return { ...server, ...show(<ReportButton vehicle={{ ...vehicle, vehicleType }} />) };
}

test('saves the report with or without prices under the name from the server', async () => {
  const { say, user, sent } = shown('family');
  await user.click(await screen.findByRole('button', { name: say('statistics:report.button') }));
  const dialog = screen.getByRole('dialog', { name: say('statistics:report.title', { name: 'Škoda Octavia' }) });
  await user.click(within(dialog).getByRole('button', { name: say('statistics:report.without') }));
  await user.click(within(dialog).getByRole('button', { name: say('statistics:report.download') }));
  expect(await screen.findByText(say('statistics:report.done', { name: 'Škoda Octavia' }))).toBeDefined();
  expect(saved).toMatchObject([{ name: 'Škoda Octavia.pdf', type: 'application/pdf' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  const [request] = sent.filter(({ path }) => path.endsWith('/report'));
  expect(request?.query.toString()).toBe('prices=without&kinds=work%2Creading');
  expect(request?.headers.get('accept-language')).toBe('ua');
});

test('lists work and readings at first, and the kinds that are chosen', async () => {
  const { say, user, sent } = shown('family');
  await user.click(await screen.findByRole('button', { name: say('statistics:report.button') }));
  const group = screen.getByRole('group', { name: say('statistics:report.kinds') });
  const box = (kind: EntryKindName) => within(group).getByRole<HTMLInputElement>('checkbox', { name: say(`entries:kind.${kind}`) });
  expect(ENTRY_KINDS.filter((kind) => box(kind).checked)).toEqual(['work', 'reading']);
  for (const kind of ['cost', 'fill', 'reading'] as const) await user.click(box(kind));
  await user.click(screen.getByRole('button', { name: say('statistics:report.download') }));
  expect(await screen.findByText(say('statistics:report.done', { name: 'Škoda Octavia' }))).toBeDefined();
  const [request] = sent.filter(({ path }) => path.endsWith('/report'));
  expect(request?.query.get('kinds')).toBe('work,fill,cost');
});

test('cannot be made without any kind, and says so', async () => {
  const { say, user } = shown('family');
  await user.click(await screen.findByRole('button', { name: say('statistics:report.button') }));
  const download = () => screen.getByRole('button', { name: say('statistics:report.download') });
  expect(screen.getByText(say('statistics:report.kindsHelp'))).toBeDefined();
  for (const kind of ['work', 'reading'] as const) await user.click(screen.getByRole('checkbox', { name: say(`entries:kind.${kind}`) }));
  expect(download().hasAttribute('disabled')).toBe(true);
  expect(screen.getByText(say('statistics:report.noKinds')).getAttribute('role')).toBe('status');
  await user.click(screen.getByRole('checkbox', { name: say('entries:kind.cost') }));
  expect(download().hasAttribute('disabled')).toBe(false);
});

test('offers neither fuel nor readings for a bicycle', async () => {
  const { say, user, sent } = shown('family', () => FILE, 'bicycle');
  await user.click(await screen.findByRole('button', { name: say('statistics:report.button') }));
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    say('entries:kind.work'),
    say('entries:kind.cost'),
  ]);
  await user.click(screen.getByRole('button', { name: say('statistics:report.download') }));
  await screen.findByText(say('statistics:report.done', { name: 'Škoda Octavia' }));
  expect(sent.find(({ path }) => path.endsWith('/report'))?.query.get('kinds')).toBe('work');
});

test('shows that the report is being made, and can be cancelled and started again', async () => {
  let answer = (_: typeof FILE): void => undefined;
  const { say, user, sent } = shown('business', () => new Promise((resolve) => (answer = resolve)));
  await user.click(await screen.findByRole('button', { name: say('statistics:report.button') }));
  await user.click(await screen.findByRole('button', { name: say('statistics:report.download') }));
  expect(screen.getByText(say('statistics:report.wait')).getAttribute('role')).toBe('status');
  expect(screen.getByRole('button', { name: say('statistics:report.busy') }).getAttribute('aria-busy')).toBe('true');
  await user.click(screen.getByRole('button', { name: say('statistics:report.cancel') }));
  await user.click(await screen.findByRole('button', { name: say('statistics:report.download') }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(saved).toEqual([]);
  answer(FILE);
  expect(await screen.findByText(say('statistics:report.done', { name: 'Škoda Octavia' }))).toBeDefined();
  expect(sent.filter(({ path }) => path.endsWith('/report'))).toHaveLength(2);
});

test('shows a failure and can be tried again', async () => {
  let report: ReturnType<typeof failing> | typeof FILE = failing(503, 'api.503');
  const { say, user } = shown('family', () => report);
  await user.click(await screen.findByRole('button', { name: say('statistics:report.button') }));
  await user.click(await screen.findByRole('button', { name: say('statistics:report.download') }));
  expect((await screen.findByRole('alert')).textContent).toContain(say('errors:api.503'));
  report = FILE;
  await user.click(await screen.findByRole('button', { name: say('statistics:report.download') }));
  expect(await screen.findByText(say('statistics:report.done', { name: 'Škoda Octavia' }))).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without a tariff that has reports the button is off and leads to the tariffs', async () => {
  const { say } = shown('basic');
  const button = screen.getByRole('button', { name: say('statistics:report.button') });
  expect(button.hasAttribute('disabled')).toBe(true);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(say('statistics:report.locked'));
  expect(screen.getByRole('link', { name: say('statistics:report.toTariff') }).getAttribute('href')).toBe('/user?view=tariff&plan=family');
});

test('a tariff that ends while the dialog is open is explained there with the way to the tariffs, and nothing is lost', async () => {
  let report: ReturnType<typeof failing> | typeof FILE = failing(403, 'reportsApi.tariff');
  const { say, user, answers, sent } = shown('family', () => report);
  await user.click(await screen.findByRole('button', { name: say('statistics:report.button') }));
  await user.click(screen.getByRole('button', { name: say('statistics:report.without') }));
  answers[USER] = userWith('basic');
  await user.click(await screen.findByRole('button', { name: say('statistics:report.download') }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(say('errors:reportsApi.tariff'));
  expect(
    within(alert)
      .getByRole('link', { name: say('statistics:report.toTariff') })
      .getAttribute('href'),
  ).toBe('/user?view=tariff&plan=family');
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/user')).length).toBeGreaterThan(0));
  expect(screen.getByRole('dialog')).toBeDefined();
  expect(screen.getByRole('button', { name: say('statistics:report.without') }).getAttribute('aria-pressed')).toBe('true');

  // The tariff was paid in another tab.
  answers[USER] = userWith('family');
  report = FILE;
  await user.click(await screen.findByRole('button', { name: say('statistics:report.download') }));
  expect(await screen.findByText(say('statistics:report.done', { name: 'Škoda Octavia' }))).toBeDefined();
  expect(sent.filter(({ path }) => path.endsWith('/report')).map(({ query }) => query.get('prices'))).toEqual(['without', 'without']);
});

test('after a tariff has ended, the button is off once the dialog is closed', async () => {
  const { say, user, answers } = shown('family', () => failing(403, 'reportsApi.tariff'));
  await user.click(await screen.findByRole('button', { name: say('statistics:report.button') }));
  answers[USER] = userWith('basic');
  await user.click(await screen.findByRole('button', { name: say('statistics:report.download') }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: say('statistics:report.cancel') }));
  await waitFor(() => expect(screen.getByRole('button', { name: say('statistics:report.button') }).hasAttribute('disabled')).toBe(true));
});

test('says when the next report is possible after too many in an hour', async () => {
  const { say, user } = shown('family', () => ({ ...failing(429, 'reportsApi.limit'), headers: { 'retry-after': '121' } }));
  await user.click(await screen.findByRole('button', { name: say('statistics:report.button') }));
  await user.click(await screen.findByRole('button', { name: say('statistics:report.download') }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(say('errors:reportsApi.limit'));
  expect(alert.textContent).toContain(say('statistics:report.again', { minutes: 3 }));
  expect(within(alert).queryByRole('link')).toBeNull();
});
