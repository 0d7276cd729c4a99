import { screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PlanLine } from '#contract/plan.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { startSession } from '../../api/session.ts';
import { NextDue, PlanCount } from './plan-marks.tsx';
import { PlanOnPaper } from './plan-on-paper.tsx';

beforeEach(() => startSession({ token: 'token' }));

const line = (id: number, title: string, state: PlanLine['state'], days: number, snoozedUntil: string | null = null) =>
  ({ id, title, state, reason: 'date', byDate: '2026-12-14', over: { days, distance: null }, snoozedUntil }) as PlanLine;

const open = (lines: readonly PlanLine[], archivedAt: string | null = null) => {
  const { sent } = fakeServer({ 'GET /api/vehicles/7/plan': () => ({ body: { success: true, data: lines } }) });
  const vehicle = vehicleOf(7, { archivedAt });
  const shown = show(
    <>
      <NextDue vehicle={vehicle} />
      <PlanCount vehicle={vehicle} />
    </>,
  );
  return { ...shown, sent };
};

test('says what is due next and how many lines need attention, without snoozed ones, with one request', async () => {
  const { say, sent } = open([
    line(1, 'Зимові шини', 'overdue', 11, '2026-12-24'),
    line(2, 'ОСЦПВ', 'due', 0),
    line(3, 'Свічки', 'soon', -18),
    line(4, 'Ремінь ГРМ', 'fine', -400),
  ]);
  const next = await screen.findByRole('link', { name: `ОСЦПВ: ${say('plan:when.today', { day: '14.12.2026' })}` });
  expect(next.getAttribute('href')).toBe('/service/7/plan');
  expect(screen.getByText(say('plan:attention', { count: 2 }))).toBeDefined();
  expect(sent).toHaveLength(1);
});

test('counts nothing that can wait, and invites to an empty plan unless it can only be read', async () => {
  const fine = open([line(4, 'Ремінь ГРМ', 'fine', -400)]);
  expect((await screen.findByRole('link')).dataset.state).toBe('fine');
  expect(fine.container.textContent).not.toContain(fine.say('plan:attention', { count: 1 }));
  fine.unmount();
  const empty = open([]);
  expect((await screen.findByRole('link')).textContent).toBe(empty.say('plan:begin'));
  empty.unmount();
  const { sent } = open([], '2026-06-01T00:00:00.000Z');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('link')).toBe(null);
});

test('on paper says when each line is due, also by the rule that comes later, without those that are over or unknown', async () => {
  const due = { byDate: '2027-06-01', dueReading: 105_000, forecastOn: '2027-04-24' };
  const lines = [
    { ...line(1, 'Олива', 'soon', -190), ...due, reason: 'distance' },
    { ...line(2, 'ОСЦПВ', 'overdue', 11), dueReading: null, forecastOn: null },
    { ...line(3, 'Зроблене', 'fine', 0), reason: null, byDate: null, dueReading: null, forecastOn: null },
  ] as PlanLine[];
  fakeServer({ 'GET /api/vehicles/7/plan': () => ({ body: { success: true, data: lines } }) });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { say } = show(
    <>
      <PlanOnPaper vehicle={vehicleOf(7, {})} />
      <PlanOnPaper vehicle={vehicleOf(7, { archivedAt: '2026-11-01T00:00:00.000Z' })} />
    </>,
  );
  await screen.findByText('Олива');
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent));
  const byReading = say('plan:when.about', { what: '105\u00a0000\u00a0км', day: '24.04.2027' });
  expect(rows).toEqual([
    ['Олива', `${byReading} ${say('plan:paper.or', { due: '01.06.2027' })}`, say('plan:state.soon')],
    ['ОСЦПВ', '14.12.2026', say('plan:state.overdue')],
  ]);
});
