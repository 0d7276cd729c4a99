import { expect, test } from 'vitest';
import { dayNumber } from '#contract/time.ts';
import { NO_COUNTER } from '../plan/counter.rules.ts';
import { dayText } from '../plan/days.rules.ts';
import type { PlanRules } from '../plan/plan.rules.ts';
import type { PlannedLine } from '../plan/plan-lists.service.ts';
import { oldReadingOf } from './reading-question.rules.ts';

const LAST = dayNumber('2026-01-12');
const RULES: PlanRules = {
  ...{ kind: 'maintenance', mode: 'floating', everyMonths: null, everyDays: null, everyDistance: 100_000, dueOn: null, dueAt: null },
  ...{ isEndOfMonth: false, startOn: '2025-01-12', startAt: 405_000, leadDays: null, leadDistance: null },
};

/** 50,000 km on 12 January, 100 km a day; due at 50,500 km. */
function aLine(days: number, rules: object = {}, rate: number | null = 1_000): PlannedLine {
  const now = { today: dayText(LAST + days), unit: 'km', last: { day: LAST, value: 500_000 }, rate } as const;
  const row = { snoozed_until: null } as PlannedLine['row'];
  return { rules: { ...RULES, ...rules }, completions: [], stamped: [], now, counter: NO_COUNTER, row };
}

const isAsked = (...lines: PlannedLine[]): boolean => oldReadingOf(lines) !== undefined;

test('the reading is asked for when it is old, or when a line would be due by now', () => {
  expect([4, 5].map((days) => isAsked(aLine(days)))).toEqual([false, true]);
  // The line is due already: nothing depends on a newer reading.
  expect(isAsked(aLine(5, { startAt: 399_000 }))).toBe(false);
  expect([60, 61].map((days) => isAsked(aLine(days, {}, null)))).toEqual([false, true]);
  expect(oldReadingOf([aLine(5)])).toEqual({ reading: 500_000, readOn: '2026-01-12' });
});

test('it is not asked for without an open line by distance that is not snoozed, nor before the first reading', () => {
  const line = aLine(100);
  expect(isAsked()).toBe(false);
  expect(isAsked(aLine(100, { everyDistance: null, startAt: null, everyMonths: 12 }))).toBe(false);
  expect(isAsked({ ...line, row: { ...line.row, snoozed_until: dayText(LAST + 101) } })).toBe(false);
  expect(isAsked({ ...line, now: { ...line.now, last: undefined } })).toBe(false);
});
