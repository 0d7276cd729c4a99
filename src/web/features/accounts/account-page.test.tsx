import { useQuery } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { endSession, startSession } from '#web/api/session.ts';
import { vehiclesQuery } from '#web/api/vehicles.queries.ts';
import { AccountPage } from './account.page.tsx';
import { DeleteForm } from './delete-form.tsx';
import { ProfileCard } from './profile-card.tsx';

const USER = {
  user_id: 6,
  first_name: 'Maria',
  last_name: 'Kovalenko',
  email: 'maria@example.com',
  phone: null,
  currency: 'UAH',
  person_image: null,
  tariff: 'basic',
  status: null,
  tariff_start_date: null,
  tariff_end_date: null,
} as unknown as User;

/** The card, rendered once the list of vehicles is loaded. */
function ListThenCard() {
  const { data } = useQuery({ ...vehiclesQuery(), enabled: false });
  return data && <ProfileCard user={USER} />;
}

beforeEach(() => startSession({ token: 'a-token', tariff: 'basic' }));
afterEach(() => endSession());

test('the menu marks the card and separates logout from account deletion', async () => {
  fakeServer({
    'GET /api/users/user-data': () => ({ body: { success: true, data: USER } }),
    'GET /api/vehicles': () => ({ body: { success: true, data: [], hidden: 0, limit: 1 } }),
  });
  const { say } = show(<AccountPage />, { language: 'en', path: '/user' });
  const [menu] = await screen.findAllByRole('navigation', { name: say('user:menu.label') });
  const items = within(menu as HTMLElement).getAllByRole('listitem');
  expect(items.map(({ textContent, dataset }) => [textContent, dataset.rule])).toEqual([
    [say('user:menu.card'), undefined],
    [say('user:menu.tariff'), undefined],
    [say('user:menu.profile'), undefined],
    [say('user:menu.notices'), undefined],
    [say('user:menu.password'), undefined],
    [say('user:menu.logout'), 'true'],
    [say('user:menu.remove'), 'true'],
  ]);
  expect(items.filter((item) => item.querySelector('[aria-current]')).map(({ textContent }) => textContent)).toEqual([
    say('user:menu.card'),
  ]);
});

test('the card counts the vehicles of a loaded list without a request', async () => {
  const { sent } = fakeServer({});
  const { say, client } = show(<ListThenCard />, { language: 'en' });
  await act(
    async () =>
      void client.setQueryData(vehiclesQuery().queryKey, { success: true, data: [], hidden: 2, archived: 0, limit: 1, year: 2026 }),
  );
  await screen.findByText(`${say('user:countOf', { count: 0, limit: 1 })}, ${say('user:hidden', { count: 2 })}`);
  expect(sent).toEqual([]);
});

test('the first button of the deletion form keeps the account', () => {
  const { say, container } = show(<DeleteForm user={USER} onDeleted={() => undefined} />, { language: 'en' });
  const names = [...container.querySelectorAll('a, button')].map(({ textContent }) => textContent);
  const keep = names.indexOf(say('account:remove.keep'));
  expect(keep).toBeGreaterThanOrEqual(0);
  expect(keep).toBeLessThan(names.indexOf(say('account:remove.send')));
});

test.each([
  ['en', 'Maria Kovalenko'],
  ['ua', 'Kovalenko Maria'],
  ['ru', 'Kovalenko Maria'],
] as const)('the card writes the name in the order of the language: %s', async (language, name) => {
  fakeServer({ 'GET /api/vehicles': () => ({ body: { success: true, data: [], hidden: 0, limit: 1 } }) });
  show(<ProfileCard user={USER} />, { language });
  await screen.findByRole('heading', { name });
});
