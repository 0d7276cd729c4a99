import type { Language } from '#contract/languages.ts';
import { readingUnitOf } from '#contract/records.ts';
import { TENTHS } from '#contract/units.ts';
import type { MileageUnit } from '#contract/vehicle-types.ts';
import type { MailSection, NewNotice } from '../../infra/mails/mails.service.ts';
import { dayText, mailText, numberText } from '../../texts.ts';
import { byUrgency } from '../plan/plan.rules.ts';
import type { News } from './news.rules.ts';
import type { NoticedVehicle } from './plan-notices.repo.ts';

/** News of a line, as the mail shows them. */
export interface ShownNews extends News {
  title: string;
  /** The due reading as the odometer shows it, in tenths. */
  shownReading: number | null;
  vehicle: NoticedVehicle;
}

/** Lines that an email lists; the rest is counted. */
const LISTED_MAX = 50;

export const nameOf = ({ brand, model }: NoticedVehicle): string => `${brand} ${model}`;

interface Due {
  byDate: string | null;
  forecastOn: string | null;
  /** Tenths. */
  shownReading: number | null;
  vehicle: NoticedVehicle;
}

/** "12 May 2027 or 60,000 km, about 3 May 2027". */
export function dueText(language: Language, { byDate, forecastOn, shownReading, vehicle }: Due): string {
  const unit = readingUnitOf(vehicle.vehicle_type, vehicle.mileage_unit) as MileageUnit;
  const value = shownReading === null ? undefined : numberText(language, Math.max(0, shownReading) / TENTHS);
  const reading = value && mailText(language, `planDue.reading.${unit}`, { value });
  const about = reading && forecastOn ? mailText(language, 'planDue.about', { reading, day: dayText(language, forecastOn) }) : reading;
  const day = byDate && dayText(language, byDate);
  return day && about ? mailText(language, 'planDue.either', { a: day, b: about }) : (day ?? about ?? '');
}

function lineText(language: Language, news: ShownNews): string {
  const { state, byDate, forecastOn } = news.shown;
  const due = { ...news, byDate, forecastOn: state === 'soon' ? forecastOn : null };
  const when = mailText(language, `planDue.state.${state as 'soon'}`, { when: dueText(language, due) });
  return `${news.title}${language === 'en' ? ' – ' : ' — '}${when}`;
}

const orderOf = ({ lineId, title, shown }: ShownNews) => ({ ...shown, title, id: lineId });
const byNewsUrgency = (a: ShownNews, b: ShownNews): number => byUrgency(orderOf(a), orderOf(b));

interface Recipient {
  email: string;
  language: Language;
}

/** One email with all news of a person, by vehicle. */
export function planDueMail({ email, language }: Recipient, news: readonly ShownNews[], origin: string, stopUrl: string): NewNotice {
  const listed = news.toSorted(byNewsUrgency).slice(0, LISTED_MAX);
  const byVehicle = Map.groupBy(listed, ({ vehicle }) => vehicle.id);
  const sections: MailSection[] = [...byVehicle].map(([id, own]) => ({
    title: nameOf((own[0] as ShownNews).vehicle),
    link: `${origin}/service/${id}/plan`,
    lines: own.map((one) => lineText(language, one)),
  }));
  const more = news.length - listed.length;
  const title = more > 0 && mailText(language, 'planDue.more', { count: more });
  const [first] = news;
  const topic =
    news.length === 1 && first ? `${first.title}: ${nameOf(first.vehicle)}` : mailText(language, 'planDue.several', { count: news.length });
  return {
    ...{ kind: 'planDue', to: email, language, stopUrl },
    values: { topic, stop: stopUrl },
    sections: title ? [...sections, { title, link: `${origin}/service`, lines: [] }] : sections,
  };
}
