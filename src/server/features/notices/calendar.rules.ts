import type { Language } from '#contract/languages.ts';
import { DAY, dayNumber } from '#contract/time.ts';
import type { CalendarEvent } from '../../ports/calendars.ts';
import { mailText } from '../../texts.ts';
import { stateOf } from '../plan/plan.rules.ts';
import type { PlannedLine } from '../plan/plan-lists.service.ts';
import { occurrenceOf } from './news.rules.ts';
import { dueText, nameOf } from './plan-mail.rules.ts';
import type { NoticedVehicle } from './plan-notices.repo.ts';

interface Feed {
  language: Language;
  origin: string;
}

/**
 * The event of the open occurrence of a line; undefined without a day. It depends on the line, its completions and the readings, but not on
 * its state, so that it stays the same while nothing happens.
 */
export function eventOf({ row, rules, completions, now, counter }: PlannedLine, vehicle: NoticedVehicle, { language, origin }: Feed) {
  const { dueDate, byDate, dueReading, forecastOn } = stateOf(rules, completions, now);
  if (dueDate === null) return undefined;
  const isForecast = dueDate !== byDate;
  const title = `${row.title}: ${nameOf(vehicle)}`;
  const shownReading = dueReading === null ? null : counter.shown(dueReading);
  const link = `${origin}/service/${vehicle.id}/plan`;
  const changedAt = Date.parse(row.changed_at);
  const event: CalendarEvent = {
    uid: `plan-${row.id}-${occurrenceOf({ byDate, dueReading }).replace('/', '-')}@${new URL(origin).hostname}`,
    day: dayNumber(dueDate),
    // A forecast moves with the last reading.
    changedAt: isForecast && now.last ? Math.max(changedAt, now.last.day * DAY) : changedAt,
    title: isForecast ? mailText(language, 'calendar.forecast', { title }) : title,
    text: [dueText(language, { byDate, forecastOn, shownReading, vehicle }), link].join('\n'),
    link,
  };
  return event;
}

export const calendarName = (language: Language): string => mailText(language, 'calendar.name');
