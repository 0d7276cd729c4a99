/** Two years of a car and its plan, and what its owner is to be told: slow and obvious, and without a state that is carried on. */
import { DAY, dayNumber, HOUR } from '#contract/time.ts';

/** Noon in Kyiv. The two years are over: the input of a day is compared with the clock of the machine. */
export const START = Date.parse('2024-01-12T10:00:00Z');
const FIRST = START / DAY - (START % DAY) / DAY;
export const DAYS = 730;
/** Nothing runs on these days. On the morning after them the owners write down what they did. */
export const STOP = { from: 300, to: 391 };

/** A line of the plan, and the days on which it is done. Days are counted from the first. */
export interface Line {
  title: string;
  kind: 'maintenance' | 'deadline';
  every: { months: number } | { days: number } | { km: number } | undefined;
  /** Of a fixed line or a single date; a floating one counts from `start`. */
  dueOn?: number;
  /** A day, or a reading. */
  start?: number;
  lead: number;
  done: number[];
}

export const LINES: Line[] = [
  { title: 'страховка', kind: 'deadline', every: { months: 12 }, dueOn: 70, lead: 30, done: [60, 455] },
  // Ends of months, some of them missed.
  { title: 'оренда', kind: 'deadline', every: { months: 1 }, dueOn: 19, lead: 3, done: [18, 48, 80, 200, 330, 420, 421, 500, 560] },
  { title: 'олива', kind: 'maintenance', every: { months: 6 }, start: -150, lead: 14, done: [40, 230, 350, 600] },
  { title: 'мийка', kind: 'maintenance', every: { days: 40 }, start: -20, lead: 4, done: [20, 65, 105, 150, 299, 340, 395, 430, 470] },
  { title: 'ланцюг', kind: 'maintenance', every: { days: 9 }, start: 0, lead: 1, done: [9, 19, 30, 120, 391, 600] },
  { title: 'техогляд', kind: 'deadline', every: undefined, dueOn: 320, lead: 20, done: [] },
  { title: 'реєстрація', kind: 'deadline', every: undefined, dueOn: 640, lead: 10, done: [636] },
  { title: 'давно', kind: 'deadline', every: undefined, dueOn: -5, lead: 10, done: [] },
  { title: 'свічки', kind: 'maintenance', every: { km: 10_000 }, start: 50_000, lead: 1_000, done: [430] },
];

/** What the odometer shows, by day. Until day 200 and after day 600 the owner forgets it for long. */
export const READINGS = new Map([
  [-365, 38_000],
  ...[
    [0, 50_000],
    [45, 51_500],
    [100, 53_400],
    [200, 57_000],
    [240, 58_600],
    [290, 59_050],
    [350, 60_200],
    [400, 60_600],
  ],
  ...[
    [430, 61_000],
    [470, 62_300],
    [520, 66_000],
    [580, 69_000],
  ],
] as [number, number][]);

export const dayOf = (n: number): string => new Date((FIRST + n) * DAY).toISOString().slice(0, 10);
/** The morning of a day, after 9 in Kyiv. */
export const morningOf = (day: number): number => (FIRST + day) * DAY + 8 * HOUR;
/** When everything runs again: before 9 in Kyiv. */
export const RESTART = (FIRST + STOP.to) * DAY + 4 * HOUR;
/** When an owner writes down what was done on a day: in the evening, or after the stop. */
export const writtenAt = (day: number): number => (day >= STOP.from && day < STOP.to ? RESTART + HOUR : (FIRST + day) * DAY + 20 * HOUR);

/** The day `times` intervals later; the last of the month if it is missing there. */
function later(day: number, every: { months: number } | { days: number }, times: number): number {
  if ('days' in every) return day + every.days * times;
  const date = new Date((FIRST + day) * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + every.months * times];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY - FIRST;
}

/** The day or the reading at which a line is due, after what was done until then; undefined if it is not due any more. */
function openOf({ every, dueOn, start = 0 }: Line, done: readonly number[]): number | undefined {
  if (!every) return done.length > 0 ? undefined : dueOn;
  const last = done.at(-1);
  if ('km' in every) return (last === undefined ? start : (READINGS.get(last) as number)) + every.km;
  if (dueOn === undefined) return later(last ?? start, every, 1);
  const all = Array.from({ length: 30 }, (_, times) => later(dueOn, every, times));
  let open = 0;
  for (const day of done) {
    const nearest = all.reduce((best, one, index) => (Math.abs(one - day) < Math.abs((all[best] as number) - day) ? index : best), 0);
    open = Math.max(open, nearest + 1);
  }
  return all[open];
}

const FORMAT = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv', dateStyle: 'short', timeStyle: 'short' });

/** The day and the hour of a moment. */
export function localAt(time: number): { day: number; hour: number } {
  const [date = '', clock = ''] = FORMAT.format(time).split(' ');
  return { day: dayNumber(date) - FIRST, hour: Number(clock.slice(0, 2)) };
}

interface Driven {
  day: number;
  km: number;
  /** Kilometres of a usual day of the last year. */
  daily: number;
}

/** The last reading that was written down. */
function drivenAt(moment: number): Driven {
  const known = [...READINGS].filter(([day]) => writtenAt(day) < moment).sort(([a], [b]) => a - b);
  const [day, km] = known.at(-1) as [number, number];
  const yearAgo = localAt(moment).day - 365;
  const [firstDay, firstKm] = known.findLast(([one]) => one <= yearAgo) as [number, number];
  return { day, km, daily: (km - firstKm) / (day - firstDay) };
}

const daysUntil = (due: number, { km, daily }: Driven): number => Math.ceil((due - km) / daily);

function stateAt(moment: number, line: Line, due: number): 'soon' | 'due' | 'overdue' | undefined {
  const { day } = localAt(moment);
  if (!(line.every && 'km' in line.every)) {
    if (day < due - line.lead) return undefined;
    return day < due ? 'soon' : day === due ? 'due' : 'overdue';
  }
  const driven = drivenAt(moment);
  if (driven.km >= due) return driven.km >= due + line.every.km / 20 ? 'overdue' : 'due';
  return driven.km >= due - line.lead || driven.day + daysUntil(due, driven) - day <= 14 ? 'soon' : undefined;
}

const openAt = (moment: number, line: Line): number | undefined =>
  openOf(
    line,
    line.done.filter((day) => writtenAt(day) < moment),
  );

/** Whether the odometer is to be asked for: its reading is old, or with the usual use the work would be due by now. */
function isAsked(moment: number): boolean {
  const { day } = localAt(moment);
  const driven = drivenAt(moment);
  const passed = day - driven.day;
  const due = openAt(moment, LINES.find(({ every }) => every && 'km' in every) as Line) as number;
  return passed > 60 || (driven.km < due && driven.km + driven.daily * Math.min(passed, 180) >= due);
}

export const QUESTION = 'одометр';

/** What an owner is to be told and asked when something runs at these moments: "55 олива soon". */
export function noticesAt(moments: readonly number[]): string[] {
  const told: { line: Line; due: number; state: string; day: number }[] = [];
  const asked: number[] = [];
  let looked = localAt(START).day;
  for (const moment of moments) {
    const { day, hour } = localAt(moment);
    if (hour < 9 || day === looked) continue;
    looked = day;
    for (const line of LINES) {
      const due = openAt(moment, line);
      const state = due === undefined || due < 0 ? undefined : stateAt(moment, line, due);
      if (due === undefined || !state) continue;
      const own = told.filter((one) => one.line === line && one.state === state);
      const before = own.filter((one) => one.due === due);
      const isFirst = before.length === 0 && own.every((one) => one.day <= day - 30);
      const isAgain = before.length === 1 && state === 'overdue' && line.kind === 'deadline' && (before[0]?.day ?? day) <= day - 7;
      if (isFirst || isAgain) told.push({ line, due, state, day });
    }
    if (isAsked(moment) && (asked.at(-1) ?? -30) <= day - 30) asked.push(day);
  }
  return [...told.map(({ line, state, day }) => `${day} ${line.title} ${state}`), ...asked.map((day) => `${day} ${QUESTION}`)].sort();
}

/** The line as a request adds it. */
export function bodyOf({ title, kind, every, dueOn, start, lead }: Line): object {
  if (every && 'km' in every) return { title, kind, everyDistance: every.km, startAt: start, leadDistance: lead };
  const days = { ...(dueOn !== undefined && { dueOn: dayOf(dueOn) }), ...(start !== undefined && { startOn: dayOf(start) }) };
  const interval = every && ('days' in every ? { everyDays: every.days } : { everyMonths: every.months });
  return { title, kind, mode: dueOn !== undefined && every ? 'fixed' : 'floating', ...interval, ...days, leadDays: lead };
}
