import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { LockedLogin } from './locked-login.tsx';

afterEach(() => void vi.useRealTimers());

test('announces the wait once, in minutes, while the clock runs', () => {
  vi.useFakeTimers();
  const onOpen = vi.fn();
  const { container, say } = show(<LockedLogin until={Date.now() + 125_000} onOpen={onOpen} onForgotten={() => undefined} />);
  const alert = screen.getByRole('alert');
  const announced = vi.fn();
  const observer = new MutationObserver(announced);
  observer.observe(alert, { childList: true, characterData: true, subtree: true });
  expect(alert.textContent).toBe(say('auth:locked.inMinutes', { count: 3 }));
  expect(container.textContent).toContain('2:05');
  act(() => void vi.advanceTimersByTime(65_000));
  expect(container.textContent).toContain('1:00');
  expect(screen.getByText('1:00').closest('[aria-hidden]')).not.toBeNull();
  expect(screen.getAllByRole('alert')).toEqual([alert]);
  expect(observer.takeRecords()).toEqual([]);
  expect(announced).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(onOpen).toHaveBeenCalled();
});
