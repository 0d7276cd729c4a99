import { dayNumber } from '#contract/time.ts';
import { type AuthorizedVehicle, type UserId, vehicleOfOwner } from '../../authorized.ts';
import { withRests } from '../../infra/jobs/jobs.service.ts';
import { isoTime } from '../../ports/clock.ts';
import { todayAt } from '../plan/days.rules.ts';
import { type PlannedLine, plannedLines } from '../plan/plan-lists.service.ts';
import type { ReadingRepos } from '../plan/plan-readings.service.ts';
import { limitOf, type TariffFacts, tariffInForce } from '../tariffs/tariffs.rules.ts';
import { morningOf, nextMorning } from './morning.rules.ts';
import { candidateOf, newsOf } from './news.rules.ts';
import type { DueAccount, NextLook } from './notice-accounts.repo.ts';
import type { AccountNews, Question, ShownNews } from './plan-mail.rules.ts';
import type { NoticedVehicle, PlanNoticesRepo } from './plan-notices.repo.ts';
import { askedUntil, oldReadingOf } from './reading-question.rules.ts';

export interface NewsRepos extends ReadingRepos {
  notices: PlanNoticesRepo;
}

/** Vehicles whose lines are read at once. */
const VEHICLES_AT_ONCE = 20;
/** Vehicles that an account is asked about in one email; the others wait until the next morning. */
const QUESTIONS_MAX = 20;

type Vehicle = AuthorizedVehicle<NoticedVehicle>;

interface LineOf {
  vehicle: Vehicle;
  line: PlannedLine;
}

/** What is the same for all accounts of a time zone. */
export interface Place {
  timeZone: string;
  today: string;
  /** When notices begin today (ISO 8601 UTC). A line that was added later is on the screen of its owner, and waits until tomorrow. */
  morning: string;
  isDaytime: boolean;
  next: NextLook;
}

/** The vehicles of the accounts that notices are about: usable ones that are not laid up, which count in the tariff. */
export async function vehiclesOf(
  { notices }: NewsRepos,
  accounts: readonly (TariffFacts & { id: UserId })[],
  now: number,
): Promise<Map<number, Vehicle[]>> {
  const rows = Map.groupBy(await notices.listVehicles(accounts.map(({ id }) => id)), ({ user_id }) => user_id);
  const usable = accounts.map((account) => {
    const own = rows.get(account.id) ?? [];
    const limit = limitOf(tariffInForce(account, now));
    return [
      account.id,
      own
        .slice(0, limit ?? own.length)
        .filter(({ is_paused }) => !is_paused)
        .map((row) => vehicleOfOwner(row)),
    ] as const;
  });
  return new Map(usable);
}

/** What these accounts are to be told and asked, by account; none for those with nothing new. */
export async function findNews(
  repos: NewsRepos,
  accounts: readonly DueAccount[],
  place: Place,
  now: number,
): Promise<Map<number, AccountNews>> {
  const vehicles = [...(await vehiclesOf(repos, accounts, now)).values()].flat();
  const news: ShownNews[] = [];
  const questions: Question[] = [];
  const rested = withRests();
  for (let start = 0; start < vehicles.length; start += VEHICLES_AT_ONCE) {
    await rested(async () => {
      const pack = vehicles.slice(start, start + VEHICLES_AT_ONCE);
      const lines = await plannedLines(repos, pack, place.today);
      const all = pack.flatMap((vehicle) =>
        (lines.get(vehicle.id) ?? []).filter(({ row }) => row.created_at < place.morning).map((line) => ({ vehicle, line })),
      );
      news.push(...(await newsOfLines(repos, all, place)));
      questions.push(...(await questionsOf(repos, all, place)));
    });
  }
  const told = Map.groupBy(news, ({ vehicle }) => vehicle.user_id);
  const asked = Map.groupBy(questions, ({ vehicle }) => vehicle.user_id);
  const newsFor = (id: number): AccountNews => ({ lines: told.get(id) ?? [], questions: (asked.get(id) ?? []).slice(0, QUESTIONS_MAX) });
  return new Map([...told.keys(), ...asked.keys()].map((id) => [id, newsFor(id)]));
}

async function newsOfLines({ notices }: NewsRepos, lines: readonly LineOf[], { timeZone }: Place): Promise<ShownNews[]> {
  const candidates = lines.flatMap(({ vehicle, line }) => {
    const candidate = candidateOf(line, timeZone);
    return candidate ? [{ vehicle, line, candidate }] : [];
  });
  if (candidates.length === 0) return [];
  const told = Map.groupBy(await notices.listTold(candidates.map(({ line }) => line.row.id)), ({ line_id }) => line_id);
  return candidates.flatMap(({ vehicle, line, candidate }) => {
    const news = newsOf(candidate, told.get(line.row.id) ?? [], line);
    const { dueReading } = candidate.shown;
    const shownReading = dueReading === null ? null : line.counter.shown(dueReading);
    return news ? [{ ...news, vehicle, title: line.row.title, shownReading }] : [];
  });
}

/** The vehicles whose counter is to be asked for, and were not asked about lately. */
async function questionsOf({ notices }: NewsRepos, lines: readonly LineOf[], { today }: Place): Promise<Question[]> {
  const old = [...Map.groupBy(lines, ({ vehicle }) => vehicle)].flatMap(([vehicle, own]) => {
    const last = oldReadingOf(own.map(({ line }) => line));
    return last ? [{ vehicle, ...last }] : [];
  });
  if (old.length === 0) return [];
  const ids = old.map(({ vehicle }) => vehicle.id);
  const asked = new Set((await notices.listAsked(ids, askedUntil(today))).map(({ vehicle_id }) => vehicle_id));
  return old.filter(({ vehicle }) => !asked.has(vehicle.id));
}

export function placeOf(now: number, timeZone: string): Place {
  const today = todayAt(now, timeZone);
  const morning = morningOf(dayNumber(today), timeZone);
  const next = { dueAt: isoTime(nextMorning(now, timeZone, null)) };
  return { timeZone, today, morning: isoTime(morning), isDaytime: now >= morning, next };
}
