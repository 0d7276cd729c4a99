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
import type { ShownNews } from './plan-mail.rules.ts';
import type { NoticedVehicle, PlanNoticesRepo } from './plan-notices.repo.ts';

export interface NewsRepos extends ReadingRepos {
  notices: PlanNoticesRepo;
}

/** Vehicles whose lines are read at once. */
const VEHICLES_AT_ONCE = 20;

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

/** What these accounts are to be told, by account. */
export async function findNews(
  repos: NewsRepos,
  accounts: readonly DueAccount[],
  place: Place,
  now: number,
): Promise<Map<number, ShownNews[]>> {
  const vehicles = [...(await vehiclesOf(repos, accounts, now)).values()].flat();
  const news: ShownNews[] = [];
  const rested = withRests();
  for (let start = 0; start < vehicles.length; start += VEHICLES_AT_ONCE) {
    await rested(async () => {
      const pack = vehicles.slice(start, start + VEHICLES_AT_ONCE);
      const lines = await plannedLines(repos, pack, place.today);
      const all = pack.flatMap((vehicle) => (lines.get(vehicle.id) ?? []).map((line) => ({ vehicle, line })));
      news.push(...(await newsOfLines(repos, all, place)));
    });
  }
  return Map.groupBy(news, ({ vehicle }) => vehicle.user_id);
}

async function newsOfLines({ notices }: NewsRepos, lines: readonly LineOf[], { timeZone, morning }: Place): Promise<ShownNews[]> {
  const candidates = lines.flatMap(({ vehicle, line }) => {
    const candidate = line.row.created_at < morning ? candidateOf(line, timeZone) : undefined;
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

export function placeOf(now: number, timeZone: string): Place {
  const today = todayAt(now, timeZone);
  const morning = morningOf(dayNumber(today), timeZone);
  const next = { dueAt: isoTime(nextMorning(now, timeZone, null)) };
  return { timeZone, today, morning: isoTime(morning), isDaytime: now >= morning, next };
}
