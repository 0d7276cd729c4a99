import { expect, test } from 'vitest';
import { DAY } from '#contract/time.ts';
import { type ArchivedFacts, restorableFrom, restoreError, undoUntil } from './vehicle-archive.rules.ts';

const AT = Date.parse('2026-05-01T08:00:00.000Z');
const facts = (given: Partial<ArchivedFacts> = {}): ArchivedFacts => ({ archivedAt: AT, active: 0, archivedLater: 0, limit: 1, ...given });

test.each([
  ['at once', {}, AT, true],
  ['a millisecond before the day is over', {}, AT + DAY - 1, true],
  ['after a day', {}, AT + DAY, false],
  ['while another vehicle has its place', { active: 1 }, AT, false],
  ['while a vehicle that was archived later could come back to its place', { archivedLater: 1 }, AT, false],
  ['with room for both', { active: 3, archivedLater: 1, limit: 5 }, AT, true],
  ['with room for one of both', { active: 4, archivedLater: 1, limit: 5 }, AT, false],
  ['without a limit', { active: 900, archivedLater: 19, limit: null }, AT, true],
  ['without a limit after a day', { limit: null }, AT + DAY, false],
] as const)('undo %s', (_, given, now, isPossible) => {
  expect(undoUntil(facts(given), now)).toBe(isPossible ? AT + DAY : undefined);
});

test.each([
  ['at once', {}, AT, undefined],
  ['after a day', {}, AT + DAY, 'carsApi.restoreEarly'],
  ['a millisecond too early', {}, AT + 30 * DAY - 1, 'carsApi.restoreEarly'],
  ['after 30 days', {}, AT + 30 * DAY, undefined],
  ['after 30 days, with vehicles archived later', { archivedLater: 3 }, AT + 30 * DAY, undefined],
  ['after 30 days without room', { active: 1 }, AT + 30 * DAY, 'carsApi.restoreLimit'],
  ['after 30 days without a limit', { active: 900, limit: null }, AT + 30 * DAY, undefined],
  ['on the first day without room', { active: 1 }, AT, 'carsApi.restoreEarly'],
] as const)('restore %s', (_, given, now, error) => {
  expect(restoreError(facts(given), now)).toBe(error);
  expect(restorableFrom(facts(given))).toBe(AT + 30 * DAY);
});
