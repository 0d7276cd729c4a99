import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ListedUser } from '#contract/users.admin.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { actAs } from '#tests/support/own-admin.ts';
import { formatDay } from '../../i18n/format.ts';
import { UsersTab } from './users-tab.tsx';

const NOW = '2026-11-22T12:00:00.000Z';
const BASIC = { tariff: 'basic', tariff_start_date: null, tariff_end_date: null } as const;
const FAMILY = { tariff: 'family', tariff_start_date: '2026-08-21T12:00:00.000Z', tariff_end_date: '2027-02-21T12:00:00.000Z' } as const;
const FAMILY_END = formatDay(FAMILY.tariff_end_date, 'en');
const COUNTS = { all: 1, basic: 0, family: 1, business: 0, ending: 0, locked: 0 };
const PERSON = { first_name: 'Олена', last_name: 'Коваль', is_locked: false };
type Period = typeof BASIC | typeof FAMILY;

afterEach(() => {
  vi.useRealTimers();
});

/** The users tab with the dialog of its only user; `stored` is the user's tariff on the server. */
async function opened(period: Period) {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] });
  const stored: { period: Period } = { period };
  const listed = (): ListedUser => ({ user_id: 7, email: 'olena@example.com', ...PERSON, ...stored.period });
  const { sent } = fakeServer({
    'GET /api/admin/users': () => ({ body: { success: true, users: [listed()], total: 1, counts: COUNTS, is_more: false } }),
    'PATCH /api/admin/users/7/tariff': ({ body }) => {
      const { seen } = body as { seen: Period };
      if (JSON.stringify(seen) !== JSON.stringify(stored.period))
        return { status: 409, body: { success: false, code: 'adminApi.changed', message: '' } };
      return { body: { success: true, data: listed(), message: '' } };
    },
  });
  const page = show(<UsersTab onDirty={() => undefined} />, { language: 'en' });
  await actAs(page.client, 'all');
  const say = (key: string, values = {}) => page.say(`adminLists:users.${key}`, values);
  await page.user.click(await screen.findByRole('button', { name: say('changeOf', { email: 'olena@example.com' }) }));
  const dialog = within(await screen.findByRole('dialog'));
  const save = async () => page.user.click(await dialog.findByRole('button', { name: say('tariff.save') }));
  const choose = (key: string, value: string) => page.user.selectOptions(dialog.getByLabelText(say(`tariff.${key}`)), value);
  const bodies = () => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  return { ...page, say, dialog, save, choose, bodies, stored };
}

test('a running tariff continues after its end unless the administrator chooses otherwise', async () => {
  const page = await opened(FAMILY);
  const tariff = page.say('tariff.now', { tariff: 'Family', end: FAMILY_END });
  expect(page.dialog.getByText(tariff)).toBeTruthy();
  await page.choose('months', '3');
  expect(
    page.dialog.getByText(page.say('tariff.becomes', { wanted: 'Family', end: formatDay('2027-05-21T12:00:00.000Z', 'en') })),
  ).toBeTruthy();
  await page.save();
  await waitFor(() => expect(page.bodies()).toEqual([{ tariff: 'family', payment_months: 3, from_end: true, seen: FAMILY }]));
});

test.each([
  ['a shorter period', { start: 'now' }, { tariff: 'family', payment_months: 1 }],
  ['basic', { plan: 'basic' }, { tariff: 'basic' }],
])('%s instead of a paid one needs a confirmation', async (_, choices, body) => {
  const page = await opened(FAMILY);
  for (const [key, value] of Object.entries(choices)) await page.choose(key, value);
  expect(page.dialog.getByText(page.say('tariff.loss', { tariff: 'Family', end: FAMILY_END }))).toBeTruthy();
  await page.save();
  expect(await page.dialog.findByText(page.say('tariff.acceptFirst'))).toBeTruthy();
  expect(page.bodies()).toEqual([]);
  await page.user.click(page.dialog.getByLabelText(page.say('tariff.accept')));
  await page.save();
  await waitFor(() => expect(page.bodies()).toEqual([{ ...body, seen: FAMILY }]));
});

test('a longer period or a higher tariff needs no confirmation', async () => {
  const page = await opened(FAMILY);
  await page.choose('plan', 'business');
  expect(page.dialog.getByLabelText(page.say('tariff.accept'))).toBeTruthy();
  await page.choose('months', '3');
  expect(page.dialog.queryByLabelText(page.say('tariff.accept'))).toBeNull();
});

test('shows what another administrator has set meanwhile, and sends that as seen', async () => {
  const page = await opened(BASIC);
  page.stored.period = FAMILY;
  await page.save();
  expect(await page.dialog.findByText(page.say('tariff.now', { tariff: 'Family', end: FAMILY_END }))).toBeTruthy();
  expect((await page.dialog.findByRole('alert')).textContent).toContain(page.i18n.t('errors:adminApi.changed'));
  await page.save();
  await waitFor(() => expect(page.bodies()).toHaveLength(2));
  expect(page.bodies()[1]).toEqual({ tariff: 'family', payment_months: 1, from_end: true, seen: FAMILY });
});
