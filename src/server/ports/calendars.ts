import { HTML_LANGUAGE, type Language } from '#contract/languages.ts';
import { DAY, MINUTE } from '#contract/time.ts';

/** What stands on a whole day. */
export interface CalendarEvent {
  /** The same for the same event for ever. */
  uid: string;
  /** Days since 1970. */
  day: number;
  /** When it was changed last, in milliseconds. */
  changedAt: number;
  title: string;
  text: string;
  link: string;
}

export interface Calendar {
  name: string;
  language: Language;
  events: readonly CalendarEvent[];
}

/** Seconds until a calendar program should read the file again; many read it when they like. */
const TTL = 43_200;

/**
 * Writes a calendar as an iCalendar file (RFC 5545). The same calendar gives the same bytes: nothing in it is the time of writing. The
 * library is loaded on first use.
 */
export async function calendarFile({ name, language, events }: Calendar): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventTransparency } = await import('ical-generator');
  const prodId = { company: 'Carnet', product: 'Service plan', language: HTML_LANGUAGE[language].toUpperCase() };
  const file = ical({ name, prodId, method: ICalCalendarMethod.PUBLISH, ttl: TTL });
  for (const { uid, day, changedAt, title, text, link } of events)
    file.createEvent({
      id: uid,
      start: new Date(day * DAY),
      end: new Date((day + 1) * DAY),
      allDay: true,
      stamp: new Date(changedAt),
      // Grows with each change, so that programs take the newer one.
      sequence: Math.floor(changedAt / MINUTE),
      summary: title,
      description: text,
      url: link,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  return file.toString();
}
