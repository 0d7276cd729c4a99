import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { DayTable } from './day-table.tsx';
import { DAYS } from './visit-series.ts';

test('"show more" focuses the first new row, even when the button disappears', async () => {
  const start = Date.UTC(2026, 0, 1);
  const visits = Array.from({ length: 2 * DAYS }, (_, index) => ({
    visit_date: new Date(start - index * 86_400_000).toISOString().slice(0, 10),
    visit_count: index,
  }));
  const { user } = show(<DayTable visits={visits} />);
  await user.click(screen.getByRole('button'));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.getAllByRole('row')[DAYS + 1]);
});
