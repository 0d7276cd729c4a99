import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PlanLine } from '#contract/plan.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { show } from '#tests/support/component.tsx';
import { SoonStrip } from './soon-strip.tsx';

const lineOf = (id: number, title: string, changes: Partial<PlanLine> = {}): PlanLine => ({
  ...{ id, title, kind: 'deadline', mode: 'fixed', everyMonths: 12, everyDays: null, everyDistance: null, dueOn: '2026-11-15' },
  ...{
    dueAt: null,
    isEndOfMonth: false,
    startOn: null,
    startAt: null,
    leadDays: null,
    leadDistance: null,
    expectedCost: null,
    currency: 'UAH',
  },
  ...{ state: 'overdue', reason: 'date', dueDate: '2026-11-15', byDate: '2026-11-15', dueReading: null, forecastOn: null },
  ...{ over: { days: 11, distance: null }, lastDone: null, lastSkip: null, snoozedUntil: null, works: [] },
  ...changes,
});
const ofVehicle = (vehicleId: number, line: PlanLine) => ({ vehicleId, line });

test('shows three lines with their vehicles, the others on demand, and leads to the plan', async () => {
  const hours: Partial<PlanLine> = {
    state: 'soon',
    reason: 'distance',
    dueReading: 120,
    forecastOn: null,
    over: { days: null, distance: -8.6 },
  };
  const lines = [
    ofVehicle(7, lineOf(1, 'Зимові шини')),
    ofVehicle(8, lineOf(2, 'Олива в редукторі', hours)),
    ofVehicle(99, lineOf(3, 'Прихований')),
    ofVehicle(7, lineOf(4, 'ОСЦПВ', { byDate: '2023-05-02', over: { days: 1307, distance: null } })),
    ofVehicle(7, lineOf(5, 'Балон')),
  ];
  const boat = vehicleOf(8, { vehicleType: 'boat', mileageUnit: 'h', brand: 'Kolibri', model: 'KM-330' });
  const { say, user } = show(<SoonStrip lines={lines} vehicles={[vehicleOf(7, { brand: 'Škoda', model: 'Octavia' }), boat]} />);
  const strip = within(screen.getByRole('region', { name: say('plan:soon') }));
  const rows = strip.getAllByRole('link');
  expect(rows.slice(0, 3).map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Зимові шини Škoda Octavia прострочено на 11 днів',
    'Олива в редукторі Kolibri KM-330 за 8,6 мотогод',
    'ОСЦПВ Škoda Octavia прострочено з 02.05.2023',
  ]);
  expect(rows[1]?.getAttribute('href')).toBe('/service/8/plan');
  const more = strip.getByText(say('plan:soonMore', { count: 1 }));
  expect(more.closest('details')?.open).toBe(false);
  await user.click(more);
  expect(more.closest('details')?.open).toBe(true);
  expect(rows[3]?.textContent).toContain('Балон');
});

test('is nothing without lines', () => {
  show(<SoonStrip lines={[]} vehicles={[vehicleOf(7, {})]} />);
  expect(screen.queryByRole('region')).toBeNull();
});
