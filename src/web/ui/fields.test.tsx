import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { PasswordField } from './fields.tsx';

test('the show/hide button of a password is named after its action and has no aria-pressed', async () => {
  const { user, say } = show(<PasswordField label="password" />);
  const button = screen.getByRole('button', { name: say('shell:password.show') });
  await user.click(button);
  expect(screen.getByLabelText<HTMLInputElement>('password').type).toBe('text');
  expect(screen.getByRole('button', { name: say('shell:password.hide') })).toBe(button);
  expect(button.hasAttribute('aria-pressed')).toBe(false);
});
