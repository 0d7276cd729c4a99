import type { DistanceReason } from '#contract/statistics.ts';
import type { Meter, Point } from './doubt.rules.ts';
import type { Days } from './months.repo.ts';
import { type ShownPoint, settled } from './segments.rules.ts';

/** In tenths; null with a reason. */
export interface Distance {
  distance: number | null;
  distanceReason: DistanceReason | null;
  /** The days of the readings that it is counted between; null without a distance. */
  days: Days | null;
}

const noDistance = (code: DistanceReason['code'], performedOn: string | null = null): Distance => ({
  distance: null,
  distanceReason: { code, performedOn },
  days: null,
});

export const NO_READINGS = noDistance('noReadings');

/** Where readings go back: every period that touches these days has no distance. */
interface Break {
  from: string;
  /** The latest end of this and all earlier breaks. */
  until: string;
  goesBackOn: string;
}

/**
 * The distance of a vehicle in any period, from all of its known readings: the highest one until the end of the period minus the highest
 * one before the period, or minus the first one of all. The distances of months therefore add up to years, and those to the whole.
 * Readings count on over replaced odometers. Doubtful ones are left out. There is no distance if one that goes back is in the period or the
 * last one before it, or if a confirmed one in the period goes back: the odometer may have been replaced, and nobody recorded it.
 */
export function distancesOf(points: readonly ShownPoint[], meter: Meter): (period: Days) => Distance {
  if (meter.unit === 'year') return () => noDistance('bicycle');
  const { sound, breaks } = checked(points, meter);
  return ({ from, to }) => {
    const broken = breaks[countWhile(breaks, ({ until }) => until < from)];
    if (broken && broken.from <= to) return noDistance('goesBack', broken.goesBackOn);
    // Between two breaks sound readings never go back, so the last one is the highest.
    const known = countWhile(sound, ({ performedOn }) => performedOn <= to);
    const last = sound[known - 1];
    const start = sound[countWhile(sound, ({ performedOn }) => performedOn < from) - 1] ?? sound[0];
    if (!last || !start) return NO_READINGS;
    const distance = last.reading - start.reading;
    if (distance <= 0) return noDistance(known === 1 ? 'oneReading' : 'noDistance');
    return { distance, distanceReason: null, days: { from: start.performedOn, to: last.performedOn } };
  };
}

function checked(points: readonly ShownPoint[], meter: Meter): { sound: Point[]; breaks: Break[] } {
  const { ordered, sound, doubts } = settled(points, meter);
  const doubtful = ordered.flatMap(({ id, performedOn: from }, index): Break[] => {
    const goesBackOn = doubts.get(id);
    if (!goesBackOn) return [];
    // A period that begins until the next reading has this one as the last before it.
    const next = ordered[index + 1]?.performedOn ?? '9999-99-99';
    return [{ from, until: next > goesBackOn ? next : goesBackOn, goesBackOn }];
  });
  const confirmed = sound.flatMap(({ reading, performedOn: day }, index): Break[] =>
    reading < (sound[index - 1]?.reading ?? Number.NEGATIVE_INFINITY) ? [{ from: day, until: day, goesBackOn: day }] : [],
  );
  const breaks = [...doubtful, ...confirmed].sort((a, b) => (a.from === b.from ? 0 : a.from < b.from ? -1 : 1));
  let until = '';
  for (const one of breaks) {
    until = one.until > until ? one.until : until;
    one.until = until;
  }
  return { sound, breaks };
}

/** The number of items at the beginning for which `holds` is true; it is false for all others. */
function countWhile<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
