import { focusManager } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, show } from '#tests/support/component.tsx';
import { endSession, startSession } from '#web/api/session.ts';
import { NoticeSettings } from './notice-settings.tsx';

const STORED = { mail: true, isPaused: false, timeZone: 'Europe/Kyiv', hasCalendar: false, telegram: null };
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

test('makes a link to the calendar, shows it once, replaces it and switches it off', async () => {
  const links = ['https://carnet.test/calendar/one.ics', 'https://carnet.test/calendar/two.ics'];
  const { sent } = fakeServer({
    'GET /api/users/notices': () => ({ body: { success: true, data: STORED } }),
    'POST /api/users/calendar': () => ({
      body: { success: true, code: 'calendarApi.create.success', message: '', data: { url: links.shift() } },
    }),
    'DELETE /api/users/calendar': () => ({ body: { success: true, code: 'calendarApi.delete.success', message: '' } }),
  });
  const { user, say } = show(<NoticeSettings onDone={vi.fn()} />, { language: 'en' });
  const field = () => screen.getByLabelText<HTMLInputElement>(say('notices:calendar.link'));
  const press = async (text: string) => user.click(await screen.findByRole('button', { name: text }));
  await press(say('notices:calendar.create'));
  expect((await screen.findByLabelText<HTMLInputElement>(say('notices:calendar.link'))).value).toBe('https://carnet.test/calendar/one.ics');
  expect(screen.getByText(say('notices:calendar.open')).getAttribute('href')).toBe('webcal://carnet.test/calendar/one.ics');
  await press(say('notices:calendar.copy'));
  expect(await navigator.clipboard.readText()).toBe('https://carnet.test/calendar/one.ics');
  await press(say('notices:calendar.renew'));
  await press(say('notices:calendar.cancel'));
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  await press(say('notices:calendar.renew'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: say('notices:calendar.renew') }));
  await vi.waitFor(() => expect(field().value).toBe('https://carnet.test/calendar/two.ics'));
  await press(say('notices:calendar.remove'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: say('notices:calendar.remove') }));
  await screen.findByRole('button', { name: say('notices:calendar.create') });
  expect(screen.queryByLabelText(say('notices:calendar.link'))).toBeNull();
});

test('links Telegram, sees that on return, unlinks it, and tells that the bot was blocked', async () => {
  let telegram = 'none';
  fakeServer({
    'GET /api/users/notices': () => ({ body: { success: true, data: { ...STORED, telegram } } }),
    'POST /api/users/telegram': () => ({
      status: 201,
      body: { success: true, code: 'x', message: '', data: { code: 'abc', url: 'https://t.me/carnet_bot?start=abc', expiresAt: '' } },
    }),
    'DELETE /api/users/telegram': () => {
      telegram = 'blocked';
      return { body: { success: true, code: 'x', message: '' } };
    },
  });
  const { user, say } = show(<NoticeSettings onDone={vi.fn()} />, { language: 'en' });
  await user.click(await screen.findByRole('button', { name: say('notices:telegram.link') }));
  expect((await screen.findByRole('link', { name: say('notices:telegram.open') })).getAttribute('href')).toBe(
    'https://t.me/carnet_bot?start=abc',
  );
  telegram = 'linked';
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await screen.findByText(say('notices:telegram.linked'));
  expect(screen.queryByRole('link', { name: say('notices:telegram.open') })).toBeNull();
  await user.click(screen.getByRole('button', { name: say('notices:telegram.unlink') }));
  await screen.findByText(say('notices:telegram.blocked'));
  expect(screen.getByRole('button', { name: say('notices:telegram.link') })).toBeDefined();
});
