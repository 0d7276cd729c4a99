import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { useStoredDraft } from './drafts.ts';
import { useLeaveGuard } from './leave-guard.tsx';
import { useUnloadQuestion } from './use-unload-question.ts';

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

/** Whether the browser would ask before the tab is closed. */
function isAskingBeforeUnload(): boolean {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
}

test('a form with a stored draft no longer asks before the tab is closed once it is saved', async () => {
  function StoredForm() {
    useStoredDraft('contact', { text: 'Hello' });
    const { dialog, allowLeaving } = useLeaveGuard(true);
    return (
      <>
        <button type="button" onClick={allowLeaving}>
          Save
        </button>
        {dialog}
      </>
    );
  }
  const { user } = show(<StoredForm />);
  expect(isAskingBeforeUnload()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(isAskingBeforeUnload()).toBe(false);
});

test('a form with unsaved input asks before the tab is closed, until it is saved or unmounted', () => {
  function UnguardedForm({ isDirty }: { isDirty: boolean }) {
    useUnloadQuestion(isDirty);
    return null;
  }
  const { rerender, unmount } = render(<UnguardedForm isDirty />);
  expect(isAskingBeforeUnload()).toBe(true);
  rerender(<UnguardedForm isDirty={false} />);
  expect(isAskingBeforeUnload()).toBe(false);
  rerender(<UnguardedForm isDirty />);
  unmount();
  expect(isAskingBeforeUnload()).toBe(false);
});
