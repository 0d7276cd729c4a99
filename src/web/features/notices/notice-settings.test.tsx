import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, show } from '#tests/support/component.tsx';
import { endSession, startSession } from '#web/api/session.ts';
import { NoticeSettings } from './notice-settings.tsx';

const STORED = { mail: true, isPaused: false, timeZone: 'Europe/Kyiv' };
beforeEach(() => startSession({ token: 'a-token', tariff: 'basic' }));
afterEach(() => endSession());

test('shows the settings and sends only what was changed', async () => {
  const { sent } = fakeServer({
    'GET /api/users/notices': () => ({ body: { success: true, data: STORED } }),
    'PATCH /api/users/notices': () => ({ body: { success: true, code: 'noticesApi.update.success', message: '', data: STORED } }),
  });
  const onDone = vi.fn();
  const { user, say } = show(<NoticeSettings onDone={onDone} />, { language: 'en' });
  const zone = await screen.findByLabelText<HTMLSelectElement>(say('notices:timeZone'));
  expect(zone.value).toBe('Europe/Kyiv');
  expect([...zone.options].filter(({ value }) => /Ki?yi?e?v$/.test(value)).map(({ text }) => text)).toEqual(['Europe/Kyiv']);
  expect(screen.getByLabelText<HTMLInputElement>(say('notices:mail')).checked).toBe(true);
  await user.click(screen.getByLabelText(say('notices:isPaused')));
  await user.selectOptions(zone, 'America/New_York');
  await user.click(screen.getByRole('button', { name: say('notices:save') }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith('Saved.'));
  expect(sent.map(({ body }) => body).at(-1)).toEqual({ isPaused: true, timeZone: 'America/New_York' });
});
