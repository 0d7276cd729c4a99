import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OwnAdmin } from '#contract/admin-account.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { OwnFacts } from './own-facts.tsx';

const OWN: OwnAdmin = {
  ...{ email: 'admin@example.com', role: 'all', language: 'ua', has_two_factor: false },
  ...{ recovery_codes_left: 0, is_from_settings: false },
};
const path = '/api/admin/account';
const wrong = (code: string) => ({ status: 403, body: { success: false, code, message: '', requestId: 'x' } });

test.each(LANGUAGES)('changes the email with the password and the code that was sent to it: %s', async (language) => {
  let code = '111111';
  const { sent } = fakeServer({
    [`POST ${path}/email`]: () => ({ body: { success: true } }),
    [`POST ${path}/email/confirm`]: () => (code === '123456' ? { body: { success: true } } : wrong('api.validateCode.403')),
  });
  const { say, user } = show(<OwnFacts own={OWN} />, { language });
  await user.click(screen.getByRole('button', { name: say('adminSettings:email.change') }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText(say('adminSettings:email.new')), 'new@example.com');
  await user.type(dialog.getByLabelText(say('adminSettings:email.password')), 'Adm1n-of-all!');
  await user.click(dialog.getByRole('button', { name: say('adminSettings:email.send') }));
  await dialog.findByText(say('adminSettings:email.sent', { email: 'new@example.com' }));
  const field = dialog.getByLabelText(say('adminSettings:email.code'));
  await user.type(field, '111 111');
  await user.click(dialog.getByRole('button', { name: say('adminSettings:email.confirm') }));
  await dialog.findByText(say('errors:api.validateCode.403', { nsSeparator: ':', keySeparator: false }));
  code = '123456';
  await user.clear(field);
  await user.type(field, code);
  await user.click(dialog.getByRole('button', { name: say('adminSettings:email.confirm') }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const email = 'new@example.com';
  expect(sent.map(({ body }) => body)).toEqual([
    { email, password: 'Adm1n-of-all!' },
    { email, code: '111111' },
    { email, code },
  ]);
});

test('asks for the code of two-factor login if it is on', async () => {
  const { sent } = fakeServer({ [`POST ${path}/email`]: () => ({ body: { success: true } }) });
  const { say, user } = show(<OwnFacts own={{ ...OWN, has_two_factor: true }} />);
  await user.click(screen.getByRole('button', { name: say('adminSettings:email.change') }));
  await user.type(screen.getByLabelText(say('adminSettings:email.new')), 'new@example.com');
  await user.type(screen.getByLabelText(say('adminSettings:email.password')), 'Adm1n-of-all!');
  const send = () => user.click(screen.getByRole('button', { name: say('adminSettings:email.send') }));
  await send();
  expect(sent).toEqual([]);
  await user.keyboard('123456');
  await send();
  await screen.findByText(say('adminSettings:email.sent', { email: 'new@example.com' }));
  expect(sent[0]?.body).toEqual({ email: 'new@example.com', password: 'Adm1n-of-all!', code: '123456' });
});

test('keeps the new address for another code, but not the password', async () => {
  fakeServer({ [`POST ${path}/email`]: () => ({ body: { success: true } }) });
  const { say, user } = show(<OwnFacts own={OWN} />);
  await user.click(screen.getByRole('button', { name: say('adminSettings:email.change') }));
  await user.type(screen.getByLabelText(say('adminSettings:email.new')), 'new@example.com');
  await user.type(screen.getByLabelText(say('adminSettings:email.password')), 'Adm1n-of-all!');
  await user.click(screen.getByRole('button', { name: say('adminSettings:email.send') }));
  await user.click(await screen.findByRole('button', { name: say('adminSettings:email.back') }));
  expect(screen.getByLabelText<HTMLInputElement>(say('adminSettings:email.new')).value).toBe('new@example.com');
  expect(screen.getByLabelText<HTMLInputElement>(say('adminSettings:email.password')).value).toBe('');
});

test('saves the language of the emails when it is chosen, and shows the stored one after a failure', async () => {
  const answers = [{ body: { success: true } }, wrong('adminApi.account.500')];
  const { sent } = fakeServer({ [`PATCH ${path}/language`]: () => answers.shift() ?? wrong('api.500') });
  const { say, user } = show(<OwnFacts own={OWN} />);
  const select = screen.getByLabelText<HTMLSelectElement>(say('adminSettings:own.language'));
  await user.selectOptions(select, 'en');
  await user.selectOptions(select, 'ru');
  await screen.findByText(say('errors:adminApi.account.500', { nsSeparator: ':', keySeparator: false }));
  expect(select.value).toBe('ua');
  expect(sent.map(({ body }) => body)).toEqual([{ language: 'en' }, { language: 'ru' }]);
});
