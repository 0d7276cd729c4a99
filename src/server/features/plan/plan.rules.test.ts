import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber } from '#contract/time.ts';
import { dayText, plusMonths, todayAt } from './days.rules.ts';
import { choicesOf, duesUntil, isOccurrence, type Rule } from './occurrences.rules.ts';
import { byUrgency, type Completion, dateClosing, dateRule, duesOf, inOrder, type PlanNow, type PlanRules, stateOf } from './plan.rules.ts';
import { dailyUse, forecastDay, type PlanReading } from './use.rules.ts';

const LINE: PlanRules = {
  ...{ kind: 'maintenance', mode: 'floating', everyMonths: null, everyDays: null, everyDistance: null },
  ...{ dueOn: null, dueAt: null, isEndOfMonth: false, startOn: null, startAt: null, leadDays: null, leadDistance: null },
};
const line = (changes: Partial<PlanRules>): PlanRules => ({ ...LINE, ...changes });
let ids = 0;
/** Readings are whole units here. */
const done = (performedOn: string, reading: number | null = null, more: Partial<Completion> = {}): Completion => {
  ids += 1;
  const tenths = reading === null ? null : reading * 10;
  const closes = { isSkip: false, isExtra: false, closesOn: null, closesAt: null };
  return { id: ids, entryId: null, performedOn, reading: tenths, ...closes, ...more };
};
const dueDay = (rules: PlanRules, ...completions: Completion[]): string | null => {
  const { day } = duesOf(rules, inOrder(completions));
  return day === null ? null : dayText(day);
};
const at = (day: string, value: number): PlanReading => ({ day: dayNumber(day), value: value * 10 });
const now = (today: string, readings: PlanReading[] = [], unit: PlanNow['unit'] = 'km'): PlanNow => ({
  ...{ today, unit, last: readings.at(-1), rate: dailyUse(readings, dayNumber(today), null) },
});

describe('the worked cases', () => {
  // 18: each from 31 January, never from the one before: 28 February does not make 28 March.
  test('18: monthly from 31 January', () => {
    const monthly = line({ mode: 'fixed', everyMonths: 1, dueOn: '2027-01-31' });
    expect(dueDay(monthly)).toBe('2027-01-31');
    expect(dueDay(monthly, done('2027-01-31'))).toBe('2027-02-28');
    expect(dueDay(monthly, done('2027-02-28'))).toBe('2027-03-31');
    expect(dueDay(monthly, done('2027-03-31'))).toBe('2027-04-30');
  });

  // 19: 15 December is 16 days before 31 December and 10 January is 10 days after it, both far less than half a year.
  test('19: yearly on 31 December, done early or late', () => {
    const fixed = line({ mode: 'fixed', everyMonths: 12, dueOn: '2026-12-31' });
    const floating = line({ everyMonths: 12, startOn: '2025-12-31' });
    for (const day of ['2026-12-15', '2027-01-10']) expect(dueDay(fixed, done(day))).toBe('2027-12-31');
    expect(dueDay(floating)).toBe('2026-12-31');
    expect(dueDay(floating, done('2026-12-15'))).toBe('2027-12-15');
    expect(dueDay(floating, done('2027-01-10'))).toBe('2028-01-10');
  });

  // 19b: 10 March 2028 is 710 days after 31 March 2026 and 21 days before 31 March 2028.
  test('19b: yearly on 31 March, two years late', () => {
    const fixed = line({ mode: 'fixed', everyMonths: 12, dueOn: '2026-03-31' });
    const closings = [done('2028-03-10')].map(dateClosing);
    const choices = choicesOf(dateRule(fixed) as Rule, [], closings[0]?.value ?? 0);
    expect(choices?.map(({ closes, next }) => [dayText(closes), dayText(next)])).toEqual([
      ['2028-03-31', '2029-03-31'],
      ['2026-03-31', '2027-03-31'],
    ]);
    expect(dueDay(fixed, done('2028-03-10'))).toBe('2029-03-31');
    expect(dueDay(fixed, done('2028-03-10', null, { closesOn: '2026-03-31' }))).toBe('2027-03-31');
    expect(dueDay(fixed, done('2028-03-10', null, { isExtra: true }))).toBe('2026-03-31');
  });

  // 20: 46,500 km on 1 February 2026 and 58,500 a year later: 12,000 / 365 = 32.88 km a day. 60,000 − 58,500 = 1,500 km are 45.6, so 46 days
  // after 1 February: 27 to 28 February, then 19 of March. 10 % of 10,000 km is 1,000, so soon from 59,000 km; 14 days before 19 March is 5 March.
  test('20: every 10,000 km or 12 months', () => {
    const oil = line({ everyDistance: 100_000, everyMonths: 12 });
    const last = [done('2026-06-01', 50_000)];
    const year = [at('2026-02-01', 46_500), at('2026-06-01', 50_000), at('2027-02-01', 58_500)];
    const february = now('2027-02-01', year);
    expect((february.rate ?? 0) / 10).toBeCloseTo(32.877, 3);
    expect(stateOf(oil, last, february)).toEqual({
      ...{ state: 'fine', reason: 'distance', dueDate: '2027-03-19', byDate: '2027-06-01' },
      ...{ dueReading: 600_000, forecastOn: '2027-03-19', over: { days: -120, distance: -15_000 } },
    });
    expect(stateOf(oil, last, now('2027-03-04', year)).state).toBe('fine');
    expect(stateOf(oil, last, now('2027-03-05', year)).state).toBe('soon');
    const reached = (value: number) => stateOf(oil, last, { ...february, rate: null, last: at('2027-02-01', value) }).state;
    expect([58_999, 59_000, 59_999, 60_000, 60_499, 60_500].map(reached)).toEqual(['fine', 'soon', 'soon', 'due', 'due', 'overdue']);
  });

  // 21: 10 % of 10 h is 1 h, so soon from 109; 5 % would be half an hour, so one hour of tolerance: overdue from 111.
  test('21: every 10 h', () => {
    const impeller = line({ everyDistance: 100, startAt: 1_000, startOn: '2026-05-01' });
    const state = (hours: number) => stateOf(impeller, [], now('2026-05-10', [at('2026-05-10', hours)], 'h')).state;
    expect([108.9, 109, 109.9, 110, 110.9, 111].map(state)).toEqual(['fine', 'soon', 'soon', 'due', 'due', 'overdue']);
  });

  // 22: 1 to 15 May are 14 days, fewer than 30.
  test('22: not enough data yet', () => {
    const readings = [at('2026-05-01', 50_000), at('2026-05-15', 50_700)];
    expect(dailyUse(readings, dayNumber('2026-05-15'), null)).toBe(null);
    // 18,250 km a year are 50 km a day, until readings say more.
    expect(dailyUse(readings, dayNumber('2026-05-15'), 182_500)).toBe(500);
    expect(dailyUse([...readings, at('2026-06-30', 52_400)], dayNumber('2026-06-30'), 182_500)).toBe(400);
    const state = stateOf(line({ everyDistance: 100_000, startAt: 500_000 }), [], now('2026-05-15', readings));
    expect(state).toMatchObject({ state: 'fine', reason: 'distance', dueDate: null, forecastOn: null, dueReading: 600_000 });
  });
});

describe('a state', () => {
  test.each([
    // 10 % of the 31 days before 31 May are 3 days.
    [{ everyMonths: 1, startOn: '2026-04-30', isEndOfMonth: true }, '2026-05-27', 'fine'],
    [{ everyMonths: 1, startOn: '2026-04-30', isEndOfMonth: true }, '2026-05-28', 'soon'],
    // 10 % of 10 years is more than 30 days.
    [{ everyMonths: 120, startOn: '2016-06-30' }, '2026-05-30', 'fine'],
    [{ everyMonths: 120, startOn: '2016-06-30' }, '2026-05-31', 'soon'],
    // At least one day.
    [{ everyDays: 5, startOn: '2026-06-01' }, '2026-06-04', 'fine'],
    [{ everyDays: 5, startOn: '2026-06-01' }, '2026-06-05', 'soon'],
    [{ everyDays: 5, startOn: '2026-06-01' }, '2026-06-06', 'due'],
    [{ everyDays: 5, startOn: '2026-06-01' }, '2026-06-07', 'overdue'],
    [{ dueOn: '2026-06-30' }, '2026-05-30', 'fine'],
    [{ dueOn: '2026-06-30' }, '2026-05-31', 'soon'],
    [{ dueOn: '2026-06-30', leadDays: 3 }, '2026-06-26', 'fine'],
    [{ dueOn: '2026-06-30', leadDays: 3 }, '2026-06-27', 'soon'],
  ] as const)('by date of %j on %s is %s', (rules, today, state) => {
    expect(stateOf(line(rules), [], now(today)).state).toBe(state);
  });

  test.each([
    [{ dueAt: 1_000_000 }, 'km', 98_999, 'fine'],
    [{ dueAt: 1_000_000 }, 'km', 99_000, 'soon'],
    [{ dueAt: 1_000_000 }, 'km', 100_001, 'overdue'],
    // At most 1,500 km, 1,000 mi and 25 h.
    [{ everyDistance: 500_000, dueAt: 1_000_000 }, 'km', 98_499, 'fine'],
    [{ everyDistance: 500_000, dueAt: 1_000_000 }, 'km', 98_500, 'soon'],
    [{ everyDistance: 500_000, dueAt: 1_000_000 }, 'mi', 98_999, 'fine'],
    [{ everyDistance: 500_000, dueAt: 1_000_000 }, 'mi', 99_000, 'soon'],
    [{ everyDistance: 10_000, dueAt: 10_000 }, 'h', 974, 'fine'],
    [{ everyDistance: 10_000, dueAt: 10_000 }, 'h', 975, 'soon'],
    [{ everyDistance: 10_000, dueAt: 10_000, leadDistance: 100 }, 'h', 989, 'fine'],
  ] as const)('by distance of %j in %s at %s is %s', (rules, unit, value, state) => {
    expect(stateOf(line(rules), [], now('2026-05-10', [at('2026-05-10', value)], unit)).state).toBe(state);
  });

  test('is the worse one of both rules, and the estimate never makes it due', () => {
    const both = line({ everyMonths: 12, everyDistance: 100_000, startOn: '2026-01-01', startAt: 500_000 });
    const readings = [at('2026-01-01', 50_000), at('2026-05-01', 59_500)];
    expect(stateOf(both, [], now('2026-05-01', readings))).toMatchObject({ state: 'soon', reason: 'distance' });
    expect(stateOf(both, [], now('2026-12-31', readings))).toMatchObject({ state: 'soon', over: { distance: -5_000, days: -1 } });
    expect(stateOf(both, [], now('2027-01-02', readings)).state).toBe('overdue');
  });

  test('is fine without anything to go by', () => {
    expect(stateOf(line({ everyDistance: 100_000 }), [], now('2026-05-01'))).toMatchObject({
      state: 'fine',
      reason: null,
      dueReading: null,
    });
  });
});

describe('a completion', () => {
  test('closes a single date, until another one is entered', () => {
    const closing = done('2026-05-20', null, { closesOn: '2026-06-30' });
    expect(dueDay(line({ dueOn: '2026-06-30' }), closing)).toBe(null);
    expect(dueDay(line({ dueOn: '2027-06-30' }), closing)).toBe('2027-06-30');
    expect(dueDay(line({ dueOn: '2026-06-30' }))).toBe('2026-06-30');
  });

  test('entered later but done earlier changes nothing', () => {
    const yearly = line({ everyMonths: 12, startOn: '2020-01-01' });
    const newest = done('2026-03-01');
    expect(dueDay(yearly, newest, done('2025-01-01'))).toBe('2027-03-01');
    expect(dueDay(line({ ...yearly, mode: 'fixed', dueOn: '2020-12-31' }), newest, done('2025-01-01'))).toBe('2026-12-31');
  });

  // 6 June is five days from 1 June and from 11 June: half of the interval.
  test('halfway between two occurrences closes the one on show', () => {
    const fixed = line({ mode: 'fixed', everyDays: 10, dueOn: '2026-06-01' });
    expect(dueDay(fixed, done('2026-06-06'))).toBe('2026-06-11');
    expect(dueDay(fixed, done('2026-06-01'), done('2026-06-06'))).toBe('2026-06-21');
    expect(choicesOf(dateRule(fixed) as Rule, [], dayNumber('2026-06-06'))).toBe(undefined);
    expect(choicesOf(dateRule(fixed) as Rule, [], dayNumber('2026-06-07'))).toHaveLength(2);
  });

  // 10 February 2027 is 41 days after 31 December 2026, which is closed, and 324 days before the one on show.
  test('beside the plan keeps the occurrence on show, also if a closed one is nearer', () => {
    const fixed = line({ mode: 'fixed', everyMonths: 12, dueOn: '2026-12-31' });
    const choices = choicesOf(dateRule(fixed) as Rule, [done('2026-12-15')].map(dateClosing), dayNumber('2027-02-10'));
    expect(choices?.map(({ closes, next }) => [dayText(closes), dayText(next)])).toEqual([
      ['2026-12-31', '2027-12-31'],
      ['2027-12-31', '2028-12-31'],
    ]);
    expect(dueDay(fixed, done('2026-12-15'), done('2027-02-10'))).toBe('2027-12-31');
    const older = choicesOf(dateRule(fixed) as Rule, [done('2028-12-15')].map(dateClosing), dayNumber('2026-12-30'));
    expect(older?.map(({ next }) => dayText(next))).toEqual(['2029-12-31', '2030-12-31']);
  });

  test('of both rules lets each count on from its own value', () => {
    const both = line({ mode: 'fixed', everyMonths: 12, everyDistance: 100_000, dueOn: '2026-12-31', dueAt: 600_000 });
    expect(duesOf(both, [done('2026-12-15', 61_000)])).toEqual({ day: dayNumber('2027-12-31'), reading: 700_000 });
    expect(duesOf({ ...both, mode: 'floating' }, [done('2026-12-15', 61_000)])).toEqual({ day: dayNumber('2027-12-15'), reading: 710_000 });
    expect(duesOf({ ...both, mode: 'floating' }, [done('2026-12-15')])).toEqual({ day: dayNumber('2027-12-15'), reading: 600_000 });
  });

  test('that was skipped counts from what was due, and work after it from its own day', () => {
    const yearly = line({ everyMonths: 12, startOn: '2026-01-10' });
    const skip = done('2026-12-01', null, { isSkip: true, closesOn: '2027-01-10' });
    expect(dueDay(yearly, skip)).toBe('2028-01-10');
    expect(dueDay(yearly, skip, done('2026-12-20'))).toBe('2027-12-20');
    expect(dueDay(line({ mode: 'fixed', everyMonths: 12, dueOn: '2027-01-10' }), skip)).toBe('2028-01-10');
    const skipped = done('2026-12-01', null, { isSkip: true, closesAt: 600_000 });
    expect(duesOf(line({ everyDistance: 100_000, startAt: 500_000 }), [skipped]).reading).toBe(700_000);
  });
});

/** Every occurrence is looked at, from the first one on. */
function slowNext(first: string, months: number, days: readonly string[]): string {
  const due = (index: number): number => {
    const [year = 0, month = 0, day = 0] = first.split('-').map(Number);
    const count = year * 12 + month - 1 + index * months;
    const lastDay = new Date(Date.UTC(Math.floor(count / 12), (((count % 12) + 12) % 12) + 1, 0)).getUTCDate();
    return Date.UTC(Math.floor(count / 12), ((count % 12) + 12) % 12, Math.min(day, lastDay)) / 86_400_000;
  };
  let open = 0;
  for (const day of days.toSorted()) {
    const value = Date.parse(day) / 86_400_000;
    let best = -250;
    for (let index = -250; index < 250; index += 1) {
      const [gap, least] = [Math.abs(due(index) - value), Math.abs(due(best) - value)];
      if (gap < least || (gap === least && best !== open)) best = index;
    }
    open = Math.max(open, best + 1);
  }
  return dayText(due(open));
}

const firstDays = fc.constantFrom('2027-01-31', '2024-02-29', '2023-12-30', '2026-05-31', '2028-08-29', '2026-11-15');
const days = fc.integer({ min: dayNumber('2019-01-01'), max: dayNumber('2035-12-31') }).map(dayText);

test('fixed occurrences agree with a slow search, over month ends and leap years', () => {
  const reached = { monthEnd: 0, leapDay: 0, late: 0, early: 0 };
  fc.assert(
    fc.property(
      fc.oneof(days, firstDays),
      fc.constantFrom(1, 2, 3, 6, 12, 24, 60),
      fc.array(days, { maxLength: 5 }),
      (first, months, on) => {
        const next = dueDay(line({ mode: 'fixed', everyMonths: months, dueOn: first }), ...on.map((day) => done(day)));
        reached.monthEnd += Number(next !== null && next.slice(8) !== first.slice(8));
        reached.leapDay += Number(next?.slice(5) === '02-29');
        reached.late += Number(on.some((day) => day > first));
        reached.early += Number(on.some((day) => day < first));
        expect(next).toBe(slowNext(first, months, on));
      },
    ),
    { seed: 11, numRuns: 300 },
  );
  for (const [what, times] of Object.entries(reached)) expect({ what, times }).toEqual({ what, times: expect.toSatisfy((n) => n > 3) });
});

test('the fixed dates until a day are the occurrences from the open one, found day by day', () => {
  const days = fc
    .date({ min: new Date('2024-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  let several = 0;
  fc.assert(
    fc.property(
      days,
      fc.array(days, { maxLength: 4 }),
      fc.constantFrom({ everyMonths: 1 }, { everyMonths: 12 }, { everyDays: 45 }),
      (dueOn, on, every) => {
        const fixed = line({ mode: 'fixed', dueOn, ...every });
        const rule = dateRule(fixed) as Rule;
        const completions = inOrder(on.map((day) => done(day)));
        const open = duesOf(fixed, completions).day as number;
        const until = dayNumber('2027-06-01');
        const slow = Array.from({ length: Math.max(0, until - open) }, (_, index) => open + index).filter((day) => isOccurrence(rule, day));
        expect(duesUntil(rule, completions.map(dateClosing), until)).toEqual(slow);
        several += Number(slow.length > 1);
      },
    ),
    { seed: 3, numRuns: 60 },
  );
  expect(several).toBeGreaterThan(20);
});

test('the use per day and the forecast agree with a slow computation', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 90_000 })), { minLength: 1, maxLength: 8 });
  let [known, unknown, whole] = [0, 0, 0];
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 200_000 }), (moves, since, ahead) => {
      const readings: PlanReading[] = [];
      for (const [days, driven] of moves) {
        const last = readings.at(-1) ?? { day: 18_000, value: 500_000 };
        readings.push({ day: last.day + days, value: last.value + driven });
      }
      const last = readings.at(-1) as PlanReading;
      const today = last.day + since;
      const old = readings.filter(({ day }) => day <= today - 365);
      const rateOf = ([first]: PlanReading[]) =>
        first && last.day - first.day >= 30 && last.value > first.value ? (last.value - first.value) / (last.day - first.day) : null;
      const yearly = rateOf([...old.slice(-1), ...readings.slice(old.length)]);
      const rate = yearly ?? rateOf(readings);
      expect(dailyUse(readings, today, null)).toBe(rate);
      expect(dailyUse(readings, today, 3_650)).toBe(rate ?? 10);
      if (rate === null) unknown += 1;
      else if (yearly === null) whole += 1;
      else known += 1;
      if (rate === null) return;
      let day = last.day;
      while (last.value + (day - last.day) * rate < last.value + ahead && day - last.day <= 36_500) day += 1;
      const forecast = forecastDay(last.value + ahead, last, rate);
      if (day - last.day > 36_500) expect(forecast).toBe(null);
      else expect(Math.abs((forecast as number) - day)).toBeLessThanOrEqual(Number.isInteger(ahead / rate) ? 0 : 1);
    }),
    { seed: 5, numRuns: 300 },
  );
  expect([known > 10, unknown > 10, whole > 10]).toEqual([true, true, true]);
});

test('lines are ordered by state, then by day, then by title', () => {
  const lines = [
    { id: 1, state: 'fine', dueDate: null, title: 'А' },
    { id: 2, state: 'fine', dueDate: '2026-01-01', title: 'Я' },
    { id: 3, state: 'overdue', dueDate: '2026-01-01', title: 'Я' },
    { id: 4, state: 'soon', dueDate: '2026-03-01', title: 'Б' },
    { id: 5, state: 'soon', dueDate: '2026-03-01', title: 'А' },
    { id: 6, state: 'due', dueDate: '2026-03-01', title: 'А' },
  ] as const;
  expect(lines.toSorted(byUrgency).map(({ id }) => id)).toEqual([3, 6, 5, 4, 2, 1]);
});

test('today is the day in the time zone', () => {
  expect(todayAt(Date.parse('2026-05-01T20:59:00Z'), 'Europe/Kyiv')).toBe('2026-05-01');
  expect(todayAt(Date.parse('2026-05-01T21:00:00Z'), 'Europe/Kyiv')).toBe('2026-05-02');
  expect(todayAt(Date.parse('2026-05-01T21:00:00Z'), 'Europe/London')).toBe('2026-05-01');
  expect(dayText(plusMonths(dayNumber('2027-01-31'), 1))).toBe('2027-02-28');
});
