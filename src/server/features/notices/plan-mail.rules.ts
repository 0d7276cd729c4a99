import type { Language } from '#contract/languages.ts';
import { readingUnitOf } from '#contract/records.ts';
import { TENTHS } from '#contract/units.ts';
import type { MileageUnit } from '#contract/vehicle-types.ts';
import type { MailSection, NewNotice } from '../../infra/mails/mails.service.ts';
import { dayText, mailText, numberText } from '../../texts.ts';
import { byUrgency } from '../plan/plan.rules.ts';
import type { News } from './news.rules.ts';
import type { NoticedVehicle } from './plan-notices.repo.ts';
import type { LastReading } from './reading-question.rules.ts';

/** News of a line, as the mail shows them. */
export interface ShownNews extends News {
  title: string;
  /** The due reading as the odometer shows it, in tenths. */
  shownReading: number | null;
  vehicle: NoticedVehicle;
}

/** A vehicle whose owner is asked what its counter shows. */
export interface Question extends LastReading {
  vehicle: NoticedVehicle;
}

/** What an account is told and asked. */
export interface AccountNews {
  lines: readonly ShownNews[];
  questions: readonly Question[];
}

/** Characters of a message; Telegram takes 4,096. */
const MESSAGE_MAX = 4_000;
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

export const unitOf = ({ vehicle_type, mileage_unit }: NoticedVehicle): MileageUnit =>
  readingUnitOf(vehicle_type, mileage_unit) as MileageUnit;

/** Of tenths: "60,000 km". */
export const readingText = (language: Language, reading: number, vehicle: NoticedVehicle): string =>
  mailText(language, `planDue.reading.${unitOf(vehicle)}`, { value: numberText(language, Math.max(0, reading) / TENTHS) });

/** "12 May 2027 or 60,000 km, about 3 May 2027". */
export function dueText(language: Language, { byDate, forecastOn, shownReading, vehicle }: Due): string {
  const reading = shownReading === null ? null : readingText(language, shownReading, vehicle);
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

export const questionText = (language: Language, { vehicle }: Pick<Question, 'vehicle'>): string =>
  mailText(language, `planDue.question.${unitOf(vehicle) === 'h' ? 'hours' : 'distance'}`, { vehicle: nameOf(vehicle) });

/** A question with a link to the form for a reading. */
const questionSection = (language: Language, question: Question, origin: string): MailSection => ({
  title: questionText(language, question),
  link: `${origin}/service/${question.vehicle.id}?new=reading`,
  lines: [
    mailText(language, 'planDue.lastReading', {
      reading: readingText(language, question.reading, question.vehicle),
      day: dayText(language, question.readOn),
    }),
  ],
});

/** What the subject says: the only item, or how many there are. */
function topicOf(language: Language, { lines, questions }: AccountNews): string {
  const [line, question] = [lines[0], questions[0]];
  if (lines.length + questions.length > 1) return mailText(language, 'planDue.several', { count: lines.length + questions.length });
  if (line) return `${line.title}: ${nameOf(line.vehicle)}`;
  return question ? questionText(language, question) : '';
}

/** All news of a person, by vehicle, and the questions after them. */
export function sectionsOf(language: Language, news: AccountNews, origin: string): MailSection[] {
  const listed = news.lines.toSorted(byNewsUrgency).slice(0, LISTED_MAX);
  const byVehicle = Map.groupBy(listed, ({ vehicle }) => vehicle.id);
  const sections: MailSection[] = [...byVehicle].map(([id, own]) => ({
    title: nameOf((own[0] as ShownNews).vehicle),
    link: `${origin}/service/${id}/plan`,
    lines: own.map((one) => lineText(language, one)),
  }));
  const more = news.lines.length - listed.length;
  if (more > 0) sections.push({ title: mailText(language, 'planDue.more', { count: more }), link: `${origin}/service`, lines: [] });
  sections.push(...news.questions.map((question) => questionSection(language, question, origin)));
  return sections;
}

const whatOf = (language: Language, { lines }: AccountNews): string =>
  mailText(language, `planDue.${lines.length > 0 ? 'told' : 'asked'}.what`);

/** One email with all news of a person. */
export function planDueMail({ email, language }: Recipient, news: AccountNews, origin: string, stopUrl: string): NewNotice {
  const part = news.lines.length > 0 ? 'told' : 'asked';
  return {
    ...{ kind: 'planDue', to: email, language, stopUrl },
    values: {
      ...{ topic: topicOf(language, news), stop: stopUrl },
      ...{ what: whatOf(language, news), how: mailText(language, `planDue.${part}.how`) },
    },
    sections: sectionsOf(language, news, origin),
  };
}

/** The same as a message of Telegram; what it has no room for is counted. */
export function planDueMessage(language: Language, news: AccountNews, origin: string): string {
  const parts = [whatOf(language, news)];
  const all = sectionsOf(language, news, origin).map(({ title, link, lines }) =>
    [title, ...lines.map((line) => `• ${line}`), link].join('\n'),
  );
  const room = MESSAGE_MAX - mailText(language, 'telegram.more', { link: `${origin}/service` }).length;
  let length = 0;
  for (const part of all) {
    length += part.length + 2;
    if (length > room - (parts[0]?.length ?? 0))
      return [...parts, mailText(language, 'telegram.more', { link: `${origin}/service` })].join('\n\n');
    parts.push(part);
  }
  return parts.join('\n\n');
}
