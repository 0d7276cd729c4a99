import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLAN_LINES_MAX, PLAN_TITLE_MAX } from '#contract/limits.ts';
import { planLinesInput } from '#contract/plan.ts';
import { VEHICLE_TYPES } from '#contract/vehicle-type-list.ts';
import { FUEL_TYPES } from '#contract/vehicle-types.ts';
import en from '#locales/en/planSets.json' with { type: 'json' };
import ru from '#locales/ru/planSets.json' with { type: 'json' };
import ua from '#locales/ua/planSets.json' with { type: 'json' };
import { setOf } from './plan-sets.ts';

const SETS = VEHICLE_TYPES.flatMap((vehicleType) =>
  FUEL_TYPES.flatMap((fuelType) =>
    (['outboard', 'inboard'] as const).map((engine) => ({
      name: `${vehicleType} ${fuelType} ${engine}`,
      set: setOf({ vehicleType, fuelType, secondFuelType: null }, engine),
    })),
  ),
);

test('every set is short, names a line once, and ticks only lines that are complete', () => {
  for (const { name, set } of SETS) {
    expect(set.length, name).toBeLessThan(PLAN_LINES_MAX / 4);
    for (const texts of [ua, ru, en]) {
      const titles = set.map((line) => texts.lines[line.name]);
      expect(new Set(titles).size, name).toBe(set.length);
      expect(titles.filter((title) => title.length > PLAN_TITLE_MAX)).toEqual([]);
    }
    const usual = set.filter(({ isUsual }) => isUsual);
    expect(
      usual.filter(({ isDated, months, every }) => isDated || (months === undefined && !every)).map((line) => line.name),
      name,
    ).toEqual([]);
    const bodies = usual.map((line) => ({
      title: en.lines[line.name],
      everyMonths: line.months ?? null,
      everyDistance: line.every?.km ?? null,
    }));
    if (bodies.length > 0) expect(planLinesInput.safeParse({ lines: bodies }).success, name).toBe(true);
  }
});

test('every interval has a source above it', () => {
  const lines = readFileSync(new URL('plan-sets.ts', import.meta.url), 'utf8').split('\n');
  const start = lines.findIndex((text) => text.includes('autoguidegalaxy'));
  let isSourced = false;
  for (const text of lines.slice(start)) {
    if (/^const \w+ = /.test(text) && !/\/\//.test(lines[lines.indexOf(text) - 1] ?? '')) isSourced = false;
    if (/\/\/ .*(https?:|season)/.test(text)) isSourced = true;
    if (/(every|months): /.test(text)) expect({ text, isSourced }).toEqual({ text, isSourced: true });
  }
});
