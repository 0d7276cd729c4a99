import { screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { authStateOf } from './auth-address.ts';
import { AuthTabs } from './auth-tabs.tsx';

function Shown() {
  const { search } = useLocation();
  return <AuthTabs tab={authStateOf(search).tab} onNear={() => undefined} />;
}

test('the arrow key opens the tab before the next key arrives, so that nothing is typed into the old panel', async () => {
  const { say } = show(<Shown />);
  const [login, registration] = ['login', 'registration'].map((tab) => screen.getByRole('tab', { name: say(`auth:tabs.${tab}`) }));
  login?.focus();
  // Another key arrives in a later task. This task is queued before any that React queues.
  const nextTask = new Promise((resolve) => setImmediate(resolve));
  login?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  await nextTask;
  expect(registration?.getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement).toBe(registration);
});
