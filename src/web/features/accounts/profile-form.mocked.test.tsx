import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/users.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { type Photo, type PhotoError, preparePhoto } from '../../photos/photo.ts';
import { ProfileForm } from './profile-form.tsx';

vi.mock('../../photos/photo.ts', () => ({ preparePhoto: vi.fn() }));

const user = { first_name: 'Maria', last_name: 'Kovalenko', phone: null, currency: 'UAH', person_image: null } as unknown as User;
let prepared = Promise.withResolvers<Photo | PhotoError>();

beforeEach(() => {
  prepared = Promise.withResolvers();
  vi.mocked(preparePhoto).mockReturnValue(prepared.promise);
  URL.createObjectURL ??= () => 'blob:photo';
  URL.revokeObjectURL ??= () => undefined;
});

function shown(shownUser: User = user) {
  const { sent, answers } = fakeServer({ 'PATCH /api/users/change-profile': () => ({ body: { success: true, data: user, message: '' } }) });
  const page = show(<ProfileForm user={shownUser} onDone={() => undefined} />);
  const input = page.container.querySelector('input[type=file]') as HTMLInputElement;
  return { ...page, sent, answers, input };
}

test('waits for the photo if the form is submitted while it is resized', async () => {
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

test('an unusable photo blocks the form and shows the reason', async () => {
  const page = shown();
  await page.user.upload(page.input, new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
  await page.user.click(screen.getByRole('button', { name: page.say('account:save') }));
  prepared.resolve('damaged');
  await waitFor(() => expect(screen.getByText(page.say('forms:photo.damaged'))).toBeDefined());
  await waitFor(() => expect(document.activeElement).toBe(page.input));
  expect(page.sent).toEqual([]);
});

test('a photo can be removed, and another one chosen afterwards', async () => {
  const page = shown({ ...user, person_image: '/api/images/abcdefghijklmnopqrstuv' });
  const save = async () => page.user.click(await screen.findByRole('button', { name: page.say('account:save') }));
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

test('asks once about another currency, showing the total with its sign', async () => {
  const page = shown();
  const book = (spentTotal: number) => ({ body: { success: true, data: [{ spentTotal }, { spentTotal: 0.5 }], hidden: 0, limit: 5 } });
  page.answers['GET /api/vehicles'] = () => book(12_000_000);
  const changes = () => page.sent.filter(({ method }) => method === 'PATCH');
  const press = async (key: string) => page.user.click(await screen.findByRole('button', { name: page.say(`account:${key}`) }));
  await page.user.selectOptions(screen.getByLabelText(page.say('account:profile.currency')), 'EUR');
  await press('save');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent.replaceAll('\u00a0', ' ')).toContain('У вашій книжці 12 000 000,50 ₴.');
  expect(dialog.textContent.replaceAll('\u00a0', ' ')).toContain('новий знак: 12 000 000,50 €.');
  await press('profile.currencyChange.keep');
  expect(changes()).toEqual([]);
  await press('save');
  await screen.findByRole('dialog');
  await press('profile.currencyChange.fromNow');
  await waitFor(() => expect(changes()).toHaveLength(1));
  const body = changes()[0]?.body;
  expect(body instanceof FormData && [body.get('currency'), body.get('currencyChange')]).toEqual(['EUR', 'fromNow']);
});

test('changes the currency without asking if there are no prices, and asks if the total is unknown', async () => {
  const page = shown();
  page.answers['GET /api/vehicles'] = () => ({ body: { success: true, data: [{ spentTotal: 0 }], hidden: 0, limit: 5 } });
  const changes = () => page.sent.filter(({ method }) => method === 'PATCH');
  const save = async () => page.user.click(await screen.findByRole('button', { name: page.say('account:save') }));
  await page.user.selectOptions(screen.getByLabelText(page.say('account:profile.currency')), 'EUR');
  await save();
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
  page.answers['GET /api/vehicles'] = () => ({ status: 503, body: { success: false, code: 'api.503', message: '' } });
  await save();
  expect((await screen.findByRole('dialog')).textContent).toContain(page.say('account:profile.currencyChange.text'));
});

test('takes no input while it is saved, because the form is left then, and keeps the focus', async () => {
  const page = shown();
  const { promise, resolve } = Promise.withResolvers<void>();
  page.answers['PATCH /api/users/change-profile'] = async () => {
    await promise;
    return { status: 500, body: { success: false, code: 'api.500', message: 'none' } };
  };
  vi.stubGlobal('scrollTo', () => undefined);
  const name = screen.getByLabelText(page.say('account:profile.lastName')) as HTMLInputElement;
  await page.user.click(screen.getByRole('button', { name: page.say('account:save') }));
  await page.user.type(name, 'x');
  expect([name.value, name.readOnly, document.activeElement]).toEqual(['Kovalenko', true, name]);
  resolve();
  await screen.findByText('none');
  await page.user.type(name, 'x');
  expect(name.value).toBe('Kovalenkox');
  vi.unstubAllGlobals();
});
