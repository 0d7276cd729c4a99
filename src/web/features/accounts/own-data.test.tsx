import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/users.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { savedFiles } from '#tests/support/saved-files.ts';
import { endSession, startSession } from '#web/api/session.ts';
import { AccountPage } from './account.page.tsx';
import { DeleteForm } from './delete-form.tsx';
import { OwnData } from './own-data.tsx';

const EXPORT = 'GET /api/export';
const FILE = { body: 'the file', headers: { 'content-disposition': "attachment; filename*=UTF-8''Carnet%202026-06-17.zip" } };
const USER = { user_id: 6, first_name: 'Maria', last_name: 'Koval', email: 'maria@example.com', tariff: 'basic', status: null } as User;

let saved: ReturnType<typeof savedFiles>;
beforeEach(() => {
  saved = savedFiles();
  startSession({ token: 'a-token', tariff: 'basic' });
});
afterEach(() => {
  endSession();
  vi.restoreAllMocks();
});

test('saves the file under the name from the server, in the language of the page', async () => {
  const { sent } = fakeServer({ [EXPORT]: () => FILE });
  const { user, say } = show(<OwnData />, { language: 'en' });
  await user.click(await screen.findByRole('button', { name: say('ownData:download') }));
  expect(await screen.findByText(say('ownData:saved'))).toBeDefined();
  expect(saved).toMatchObject([{ name: 'Carnet 2026-06-17.zip', type: 'application/zip' }]);
  expect(sent[0]?.headers.get('accept-language')).toBe('ua');
});

test('says why there is no file, and can be asked again', async () => {
  const failed = { success: false, code: 'exportApi.limit', message: 'from the server', requestId: 'x' };
  let isFailing = true;
  fakeServer({ [EXPORT]: () => (isFailing ? { status: 429, body: failed } : FILE) });
  const { user, say } = show(<OwnData />, { language: 'en' });
  const button = await screen.findByRole('button', { name: say('ownData:download') });
  await user.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain(say('errors:exportApi.limit' as 'errors:api.500'));
  expect(saved).toEqual([]);
  isFailing = false;
  await user.click(button);
  expect(await screen.findByText(say('ownData:saved'))).toBeDefined();
});

test('can be cancelled, without a message of failure', async () => {
  fakeServer({ [EXPORT]: () => new Promise(() => undefined) });
  const { user, say } = show(<OwnData />, { language: 'en' });
  await user.click(await screen.findByRole('button', { name: say('ownData:download') }));
  await user.click(await screen.findByRole('button', { name: say('ownData:cancel') }));
  expect(await screen.findByRole('button', { name: say('ownData:download') })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(saved).toEqual([]);
});

test('is offered on the page of the account', async () => {
  fakeServer({
    'GET /api/users/user': () => ({ body: { success: true, data: USER } }),
    'GET /api/users/user-data': () => ({ body: { success: true, data: USER } }),
    'GET /api/vehicles': () => ({ body: { success: true, data: [], hidden: 0, limit: 1 } }),
  });
  const { say } = show(<AccountPage />, { language: 'en', path: '/user' });
  expect(await screen.findByRole('button', { name: say('ownData:download') })).toBeDefined();
});

test('is offered before the account is deleted, and deletes nothing', async () => {
  const { sent } = fakeServer({ [EXPORT]: () => FILE });
  const { user, say } = show(<DeleteForm user={USER} onDeleted={() => undefined} />, { language: 'en' });
  await user.click(await screen.findByRole('button', { name: say('ownData:first') }));
  expect(await screen.findByText(say('ownData:saved'))).toBeDefined();
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([EXPORT]);
});
