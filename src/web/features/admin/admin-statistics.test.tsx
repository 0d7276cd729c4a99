import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, show } from '#tests/support/component.tsx';
import { aRevenue } from '#tests/support/revenue-answers.ts';
import { StatisticsTab } from './admin-statistics.page.tsx';

const ANSWERS = {
  'GET /api/statistics/get-visits': () => ({ body: [{ visit_date: '2026-11-21', visit_count: 7 }] }),
  'GET /api/statistics/revenue': () => ({ body: { data: aRevenue() } }),
};

test('the choice of a view keeps the focus, is in the address, and loads only what is shown', async () => {
  const { sent } = fakeServer(ANSWERS);
  const { say, user, router } = show(<StatisticsTab />, { path: '/admin?tab=visitorStatistics' });
  await screen.findByRole('img', { name: say('adminReports:visits.days') });
  expect(sent.map(({ path }) => path)).toEqual(['/api/statistics/get-visits']);
  await user.click(screen.getByRole('button', { name: say('adminReports:revenue.title') }));
  await screen.findByRole('img', { name: say('adminReports:revenue.paid.title') });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: say('adminReports:revenue.title'), pressed: true })),
  );
  expect(router.state.location.search).toBe('?tab=visitorStatistics&view=revenue');
  expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe(say('adminReports:revenue.title'));
  expect(sent).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: say('adminReports:visits.title') }));
  await screen.findByRole('img', { name: say('adminReports:visits.days') });
  expect(router.state.location.search).toBe('?tab=visitorStatistics');
});

test('the address opens revenue', async () => {
  const { sent } = fakeServer(ANSWERS);
  const { say } = show(<StatisticsTab />, { path: '/admin?tab=visitorStatistics&view=revenue' });
  await screen.findByRole('img', { name: say('adminReports:revenue.paid.title') });
  expect(sent.map(({ path }) => path)).toEqual(['/api/statistics/revenue']);
});
