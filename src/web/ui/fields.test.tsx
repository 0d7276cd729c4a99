import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { PasswordField } from './fields.tsx';

test('the button of a password names what it does, and has no pressed state beside it', async () => {
  const { user, say } = show(<PasswordField label="password" />);
  const button = screen.getByRole('button', { name: say('shell:password.show') });
  await user.click(button);
  expect(screen.getByLabelText<HTMLInputElement>('password').type).toBe('text');
  expect(screen.getByRole('button', { name: say('shell:password.hide') })).toBe(button);
  expect(button.hasAttribute('aria-pressed')).toBe(false);
});
