import { DAY, dayNumber, HOUR, MINUTE } from '#contract/time.ts';
import { todayAt } from '../plan/days.rules.ts';

/** Hour of the account's day from which its notices are sent. */
const MORNING = 9;

/** Milliseconds that the clocks of the zone are ahead of UTC at a moment. */
function offsetAt(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });
  const [hour = 0, minute = 0] = format.format(time).split(':').map(Number);
  const local = dayNumber(todayAt(time, timeZone)) * DAY + hour * HOUR + minute * MINUTE;
  return local - Math.floor(time / MINUTE) * MINUTE;
}

/** 9 in the morning of a day (a number, as of `dayNumber`) in the zone, in milliseconds. */
export function morningOf(day: number, timeZone: string): number {
  const utc = day * DAY + MORNING * HOUR;
  const guess = utc - offsetAt(utc, timeZone);
  // The clocks may change between both moments.
  return utc - offsetAt(guess, timeZone);
}

/** The first 9 in the morning after `now` (milliseconds) of a day other than `lookedOn`, on which the account was looked at last. */
export function nextMorning(now: number, timeZone: string, lookedOn: string | null): number {
  const today = dayNumber(todayAt(now, timeZone));
  const isOver = now >= morningOf(today, timeZone) || (lookedOn !== null && dayNumber(lookedOn) === today);
  return morningOf(isOver ? today + 1 : today, timeZone);
}
