import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { Button, IconButton } from './button.tsx';

function Form({ onSubmit, onPress }: { onSubmit: () => void; onPress: () => void }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        onSubmit();
      }}
    >
      <input aria-label="name" />
      <Button type="submit" isBusy={isBusy} onClick={onPress} disabled={isBusy}>
        Save
      </Button>
    </form>
  );
}

test('a busy button keeps the focus and ignores presses and Enter in a field', async () => {
  const onSubmit = vi.fn();
  const onPress = vi.fn();
  show(<Form onSubmit={onSubmit} onPress={onPress} />);
  const user = userEvent.setup();
  const button = screen.getByRole('button', { name: 'Save' });
  await user.click(button);
  expect(document.activeElement).toBe(button);
  expect(button.matches(':disabled')).toBe(false);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Enter} ');
  await user.click(button);
  await user.type(screen.getByLabelText('name'), 'x{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onPress).toHaveBeenCalledOnce();
});

test('a paused icon button keeps the focus and ignores presses', async () => {
  const onPress = vi.fn();
  const { user } = show(<IconButton icon="trash" label="Delete" isPaused onClick={onPress} />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' }));
  expect(onPress).not.toHaveBeenCalled();
});
