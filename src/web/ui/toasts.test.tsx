import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { Dialog } from './dialog.tsx';
import { showToast } from './toast.ts';

const undo = { label: 'Undo', run: () => undefined };
const notify = (text: string, action?: typeof undo) => act(() => showToast(action ? { text, action } : { text }));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const closeOf = (text: string) => within(screen.getByText(text).parentElement as HTMLElement).getByRole('button', { name: 'Close' });
const pressHotkey = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F8' });

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  fireEvent(document, new Event('visibilitychange'));
}

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setIsOpen(true)}>
        open
      </button>
      <Dialog isOpen={isOpen} title="Question" onClose={() => setIsOpen(false)}>
        <button type="button" onClick={() => setIsOpen(false)}>
          keep
        </button>
      </Dialog>
    </main>
  );
}

beforeEach(async () => {
  vi.useFakeTimers();
  setHidden(false);
  show(<Page />, { language: 'en' });
  // Lets notices of the previous test expire.
  await wait(60_000);
});
afterEach(() => void vi.useRealTimers());

test('a notice is shown for 6 seconds, or for 10 if it has an action', async () => {
  notify('saved');
  notify('removed', undo);
  await wait(5_900);
  expect(screen.queryByText('saved')).not.toBeNull();
  await wait(200);
  expect(screen.queryByText('saved')).toBeNull();
  await wait(3_700);
  expect(screen.queryByText('removed')).not.toBeNull();
  await wait(200);
  expect(screen.queryByText('removed')).toBeNull();
});

test.each<[string, () => void, () => void]>([
  [
    'the pointer is over the notices',
    () => fireEvent.pointerEnter(screen.getByRole('region')),
    () => fireEvent.pointerLeave(screen.getByRole('region')),
  ],
  [
    'the focus is in the notices',
    () => screen.getByRole('button', { name: 'Undo' }).focus(),
    () => screen.getByRole('button', { name: 'open' }).focus(),
  ],
  ['the tab is hidden', () => setHidden(true), () => setHidden(false)],
])('the timer is paused while %s', async (_, pause, resume) => {
  notify('removed', undo);
  await wait(9_000);
  act(pause);
  await wait(60_000);
  expect(screen.queryByText('removed')).not.toBeNull();
  act(resume);
  await wait(9_000);
  expect(screen.queryByText('removed')).not.toBeNull();
  await wait(2_000);
  expect(screen.queryByText('removed')).toBeNull();
});

test.each([
  ['its action', () => screen.getByRole('button', { name: 'Undo' })],
  ['its close button', () => closeOf('removed')],
])('a notice closed by %s under the pointer does not pause the timers of the others', async (_, pressed) => {
  notify('saved');
  notify('removed', undo);
  fireEvent.pointerEnter(screen.getByRole('region'));
  fireEvent.click(pressed());
  // Closing has focused this element.
  act(() => (document.activeElement as HTMLElement).blur());
  await wait(6_100);
  expect(screen.queryByText('saved')).toBeNull();
});

test('a notice with an action is not replaced: the new one is queued', async () => {
  for (const text of ['first', 'second', 'third', 'fourth']) notify(text, undo);
  expect(screen.queryByText('first')).not.toBeNull();
  expect(screen.queryByText('fourth')).toBeNull();
  fireEvent.click(closeOf('second'));
  expect(screen.queryByText('fourth')).not.toBeNull();
  await wait(9_000);
  expect(screen.queryByText('fourth'), 'its timer starts when it is shown').not.toBeNull();
});

test('a new notice replaces the oldest one without an action', () => {
  notify('first', undo);
  for (const text of ['second', 'third', 'fourth']) notify(text);
  expect(screen.queryByText('second')).toBeNull();
  for (const text of ['first', 'third', 'fourth']) expect(screen.queryByText(text), text).not.toBeNull();
});

test('the region is a named landmark only while there are notices', async () => {
  expect(screen.queryByRole('region')).toBeNull();
  notify('saved');
  expect(screen.getByRole('region', { name: 'Notifications (F8)' })).not.toBeNull();
  await wait(7_000);
  expect(screen.queryByRole('region')).toBeNull();
});

test('each notice is announced once, by a live region that exists from the start', () => {
  const live = screen.getByRole('status');
  notify('saved');
  expect(within(live).queryByText('saved')).not.toBeNull();
  expect(live.getAttribute('aria-atomic')).toBe('false');
  expect(live.getAttribute('aria-relevant')).toBe('additions');
});

test('F8 moves the focus to the notices and back', () => {
  screen.getByRole('button', { name: 'open' }).focus();
  pressHotkey();
  expect(document.activeElement?.textContent).toBe('open');
  notify('saved');
  pressHotkey();
  expect(document.activeElement).toBe(screen.getByRole('region'));
  pressHotkey();
  expect(document.activeElement?.textContent).toBe('open');
});

test('closing a notice moves the focus to the others, and after the last one back', () => {
  screen.getByRole('button', { name: 'open' }).focus();
  notify('saved');
  notify('sent');
  act(() => closeOf('sent').focus());
  fireEvent.click(closeOf('sent'));
  expect(document.activeElement).toBe(screen.getByRole('region'));
  act(() => closeOf('saved').focus());
  fireEvent.click(closeOf('saved'));
  expect(document.activeElement?.textContent).toBe('open');
});

test('closing a notice focuses the page if the previously focused element was removed', () => {
  const origin = document.body.appendChild(document.createElement('button'));
  origin.focus();
  notify('saved');
  act(() => closeOf('saved').focus());
  origin.remove();
  fireEvent.click(closeOf('saved'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('notices are inside an open modal dialog, since everything outside it is inert', () => {
  notify('before', undo);
  const dialog = () => screen.getByRole('dialog', { name: 'Question' });
  fireEvent.click(screen.getByRole('button', { name: 'open' }));
  expect(within(dialog()).queryByText('before')).not.toBeNull();
  notify('during');
  expect(within(dialog()).queryByText('during')).not.toBeNull();
  const elements = [screen.getByText('before'), screen.getByText('during')];
  fireEvent.click(screen.getByRole('button', { name: 'keep' }));
  for (const element of elements) {
    expect(element.closest('dialog')).toBeNull();
    expect(element.isConnected, 'the same element, or it would be announced again').toBe(true);
  }
});
