import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { OwnAdmin } from '#contract/admin-account.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { TwoFactor } from './two-factor.tsx';

const OFF: OwnAdmin = {
  email: 'admin@example.com',
  role: 'all',
  language: 'ua',
  has_two_factor: false,
  recovery_codes_left: 0,
  is_from_settings: false,
};
const ON: OwnAdmin = { ...OFF, has_two_factor: true, recovery_codes_left: 10 };
const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
const path = '/api/admin/account/two-factor';

const ENROLMENT = { success: true, secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qr: { size: 1, path: 'M0 0h1v1h-1z' } };

/** What the browser does on Esc. */
const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));

test.each(LANGUAGES)('is switched on with password and code, and shows the recovery codes until they are saved: %s', async (language) => {
  const { sent } = fakeServer({
    [`POST ${path}`]: () => ({ body: ENROLMENT }),
    [`POST ${path}/confirm`]: () => ({ body: { success: true, recovery_codes: CODES } }),
  });
  const { say, user } = show(<TwoFactor own={OFF} />, { language });
  await user.click(screen.getByRole('button', { name: say('adminSettings:twoFactor.start') }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText(say('adminSettings:twoFactor.password')), 'Adm1n-of-all!');
  await user.click(dialog.getByRole('button', { name: say('adminSettings:twoFactor.next') }));
  await dialog.findByRole('img', { name: say('adminSettings:twoFactor.qr') });
  await waitFor(() => expect(document.activeElement?.textContent).toBe(say('adminSettings:twoFactor.scan')));
  expect(dialog.getByText('ABCD EFGH')).toBeTruthy();
  await user.type(dialog.getByLabelText(say('admin:code.label')), '123456');
  await user.click(dialog.getByRole('button', { name: say('adminSettings:twoFactor.confirm') }));
  const codes = await dialog.findByRole('list', { name: say('adminSettings:twoFactor.codesTitle') });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES);
  await waitFor(() => expect(document.activeElement?.textContent).toBe(say('adminSettings:twoFactor.codes')));
  expect(sent.map(({ body }) => body)).toEqual([{ password: 'Adm1n-of-all!' }, { code: '123456' }]);
  pressEscape();
  expect(dialog.getByText(CODES[0] as string)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: say('adminSettings:twoFactor.done') }));
  expect(screen.queryByText(CODES[0] as string)).toBeNull();
});

test('shows the recovery codes also if the dialog was closed before they came', async () => {
  const answer = Promise.withResolvers<{ body: object }>();
  fakeServer({ [`POST ${path}`]: () => ({ body: ENROLMENT }), [`POST ${path}/confirm`]: () => answer.promise });
  const { say, user } = show(<TwoFactor own={OFF} />);
  await user.click(screen.getByRole('button', { name: say('adminSettings:twoFactor.start') }));
  await user.type(screen.getByLabelText(say('adminSettings:twoFactor.password')), 'Adm1n-of-all!');
  await user.click(screen.getByRole('button', { name: say('adminSettings:twoFactor.next') }));
  await user.type(await screen.findByLabelText(say('admin:code.label')), '123456');
  await user.click(screen.getByRole('button', { name: say('adminSettings:twoFactor.confirm') }));
  pressEscape();
  expect(screen.queryByRole('dialog')).toBeNull();
  answer.resolve({ body: { success: true, recovery_codes: CODES } });
  expect((await screen.findByRole('dialog')).textContent).toContain(CODES[0]);
});

test('says that the recovery codes could not be copied without a secure context', async () => {
  fakeServer({ [`POST ${path}/recovery-codes`]: () => ({ body: { success: true, recovery_codes: CODES } }) });
  const { say, user } = show(<TwoFactor own={ON} />);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  await user.click(screen.getByRole('button', { name: say('adminSettings:twoFactor.renew') }));
  await user.type(screen.getByLabelText(say('adminSettings:twoFactor.password')), 'Adm1n-of-all!');
  await user.type(screen.getByLabelText(say('admin:code.label')), '123456');
  await user.click(screen.getByRole('button', { name: say('adminSettings:twoFactor.renewSend') }));
  await user.click(await screen.findByRole('button', { name: say('adminSettings:twoFactor.copy') }));
  await screen.findByText(say('adminSettings:twoFactor.notCopied'));
});

test('is switched off with password and code; a wrong code is shown at its field', async () => {
  const rejection = {
    success: false,
    code: 'adminApi.code',
    message: '',
    requestId: 'x',
    errors: [{ field: 'code', code: 'adminApi.code', message: '' }],
  };
  const { sent } = fakeServer({ [`DELETE ${path}`]: () => ({ status: 403, body: rejection }) });
  const { say, user } = show(<TwoFactor own={ON} />);
  await user.click(screen.getByRole('button', { name: say('adminSettings:twoFactor.remove') }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText(say('adminSettings:twoFactor.password')), 'Adm1n-of-all!');
  await user.type(dialog.getByLabelText(say('admin:code.label')), '000000');
  await user.click(dialog.getByRole('button', { name: say('adminSettings:twoFactor.removeSend') }));
  await dialog.findByText(say('errors:adminApi.code', { nsSeparator: ':', keySeparator: false }));
  expect(sent.map(({ body }) => body)).toEqual([{ password: 'Adm1n-of-all!', code: '000000' }]);
});

test.each([
  [3, false],
  [2, true],
])('with %i recovery codes left, it asks for new ones: %s', (recovery_codes_left, isAsked) => {
  const { say } = show(<TwoFactor own={{ ...ON, recovery_codes_left }} />);
  expect(screen.queryByText(new RegExp(say('adminSettings:twoFactor.few'))) !== null).toBe(isAsked);
});
