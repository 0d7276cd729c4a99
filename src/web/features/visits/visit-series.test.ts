import { describe, expect, it } from 'vitest';
import { lastDays, lastMonths, totalOf } from './visit-series.ts';

const NOW = Date.parse('2026-03-02T23:30:00Z');
const VISITS = [
  { visit_date: '2026-03-02', visit_count: 7 },
  { visit_date: '2026-03-01', visit_count: 3 },
  { visit_date: '2026-02-01', visit_count: 5 },
  { visit_date: '2026-01-31', visit_count: 11 },
  { visit_date: '2025-03-31', visit_count: 100 },
];

describe('visits', () => {
  it('lists the last 30 days, including empty ones', () => {
    const days = lastDays(VISITS, NOW);
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ when: '2026-02-01', count: 5 });
    expect(days[1]).toEqual({ when: '2026-02-02', count: 0 });
    expect(days.at(-1)).toEqual({ when: '2026-03-02', count: 7 });
    expect(totalOf(days)).toBe(15);
  });

  it('lists the last 12 months, the current one last', () => {
    const months = lastMonths(VISITS, NOW);
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ when: '2025-04', count: 0 });
    expect(months.slice(-3)).toEqual([
      { when: '2026-01', count: 11 },
      { when: '2026-02', count: 5 },
      { when: '2026-03', count: 10 },
    ]);
  });
});
