import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/users.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { type Photo, type PhotoFault, preparePhoto } from '../../ui/photo.ts';
import { ProfileForm } from './profile-form.tsx';

vi.mock('../../ui/photo.ts', () => ({ preparePhoto: vi.fn() }));

const user = { first_name: 'Maria', last_name: 'Kovalenko', phone: null, currency: 'UAH', person_image: null } as unknown as User;
let prepared = Promise.withResolvers<Photo | PhotoFault>();

beforeEach(() => {
  prepared = Promise.withResolvers();
  vi.mocked(preparePhoto).mockReturnValue(prepared.promise);
  URL.createObjectURL ??= () => 'blob:photo';
  URL.revokeObjectURL ??= () => undefined;
});

function shown(shownUser: User = user) {
  const { sent } = fakeServer({ 'PATCH /api/users/change-profile': () => ({ body: { success: true, data: user, message: '' } }) });
  const page = show(<ProfileForm user={shownUser} onDone={() => undefined} />);
  const input = page.container.querySelector('input[type=file]') as HTMLInputElement;
  return { ...page, sent, input };
}

test('a form sent while its photo is being shrunk waits for the photo', async () => {
  const page = shown();
  await page.user.upload(page.input, new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
  await page.user.click(screen.getByRole('button', { name: page.say('account:save') }));
  expect(page.sent).toEqual([]);
  expect(screen.getByRole('button', { name: page.say('forms:photo.busy') }).getAttribute('aria-busy')).toBe('true');
  prepared.resolve({ image: new Blob(['small']), name: 'me.jpg', shrunkFrom: 5_000_000 });
  await waitFor(() => expect(page.sent).toHaveLength(1));
  const body = page.sent[0]?.body;
  expect(body instanceof FormData && body.get('image')).toBeInstanceOf(Blob);
});

test('a photo that cannot be used holds the form back and shows why', async () => {
  const page = shown();
  await page.user.upload(page.input, new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
  await page.user.click(screen.getByRole('button', { name: page.say('account:save') }));
  prepared.resolve('damaged');
  await waitFor(() => expect(screen.getByText(page.say('forms:photo.damaged'))).toBeDefined());
  expect(document.activeElement).toBe(page.input);
  expect(page.sent).toEqual([]);
});

test('a photo can be removed, and another one chosen instead of that', async () => {
  const page = shown({ ...user, person_image: '/api/images/abcdefghijklmnopqrstuv' });
  const save = () => page.user.click(screen.getByRole('button', { name: page.say('account:save') }));
  await page.user.click(screen.getByRole('button', { name: page.say('forms:photo.remove') }));
  expect(screen.queryByAltText(page.say('forms:photo.current'))).toBeNull();
  await save();
  await waitFor(() => expect(page.sent).toHaveLength(1));
  const removal = page.sent[0]?.body as FormData;
  expect([removal.get('removeImage'), removal.get('image')]).toEqual(['true', null]);
  prepared.resolve({ image: new Blob(['small']), name: 'me.jpg', shrunkFrom: undefined });
  await page.user.upload(page.input, new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
  await screen.findByText('me.jpg');
  await save();
  await waitFor(() => expect(page.sent).toHaveLength(2));
  const change = page.sent[1]?.body as FormData;
  expect([change.get('removeImage'), change.get('image')]).toEqual([null, expect.any(Blob)]);
});
