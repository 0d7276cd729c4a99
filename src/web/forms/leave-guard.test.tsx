import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { useLeaveGuard } from './leave-guard.tsx';

function DirtyForm() {
  return useLeaveGuard(true).dialog;
}

test('a form with unsaved input asks before its view is closed, but not when only `lang` is removed from the address', async () => {
  const { router, say } = show(<DirtyForm />, { path: '/service?add&lang=en' });
  const isAsking = () => screen.queryByText(say('forms:leave.title'))?.closest('dialog')?.open ?? false;
  await act(() => router.navigate('/service?add='));
  expect(router.state.location.search).toBe('?add=');
  expect(isAsking()).toBe(false);
  await act(() => router.navigate('/service'));
  await waitFor(() => expect(isAsking()).toBe(true));
  expect(router.state.location.search).toBe('?add=');
});
