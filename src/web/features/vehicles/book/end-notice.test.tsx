import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import type { User } from '#contract/users.ts';
import { show } from '#tests/support/component.tsx';
import { EndNotice } from './end-notice.tsx';

const userWith = (days: number, changes: Partial<User> = {}): User =>
  ({ tariff: 'family', status: 'completed', tariff_end_date: new Date(Date.now() + days * DAY).toISOString(), ...changes }) as User;

test('says seven days before the end what will be hidden, and leads to the extension or its order', () => {
  const shown = (user: User, vehicles = 3) => show(<EndNotice user={user} vehicles={vehicles} />, { language: 'en' });
  const first = shown(userWith(6.9));
  screen.getByText(first.say('vehicles:ends.text', { count: 2 }), { exact: false });
  expect(screen.getByRole('link', { name: first.say('vehicles:ends.extend') }).getAttribute('href')).toBe('/user?view=tariff');
  first.unmount();
  const waiting = shown(userWith(1, { status: 'processing' }), 1);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/user?view=order');
  waiting.unmount();
  for (const silent of [userWith(7.1), userWith(1, { status: 'confirmed' }), userWith(1, { tariff: 'basic', tariff_end_date: null })]) {
    const { unmount } = shown(silent);
    expect(screen.queryByRole('link')).toBeNull();
    unmount();
  }
});
