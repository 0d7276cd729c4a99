import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import type { CalendarEvent, calendarFile } from '../../ports/calendars.ts';
import type { Clock } from '../../ports/clock.ts';
import { hashOf, type Tokens } from '../../ports/tokens.ts';
import { todayAt } from '../plan/days.rules.ts';
import { plannedLines } from '../plan/plan-lists.service.ts';
import type { UserRepos } from '../users/users.service.ts';
import { calendarName, eventOf } from './calendar.rules.ts';
import type { CalendarAccount, NoticeAccountsRepo } from './notice-accounts.repo.ts';
import { type NewsRepos, vehiclesOf } from './plan-news.service.ts';

interface Deps {
  work: Work<NewsRepos & UserRepos & { accounts: NoticeAccountsRepo }>;
  clock: Clock;
  tokens: Pick<Tokens, 'newToken'>;
  origin: () => string;
  write: typeof calendarFile;
}

const VEHICLES_AT_ONCE = 20;
/** Events of a calendar, the nearest first. */
const EVENTS_MAX = 1_000;

export type CalendarService = ReturnType<typeof calendarService>;

/** The calendar of an account: what is due on its plans, for calendar programs, which read it by a link without a login. */
export function calendarService({ work, clock, tokens, origin, write }: Deps) {
  async function eventsOf(account: CalendarAccount): Promise<CalendarEvent[]> {
    const { language, time_zone } = account;
    const now = clock.now();
    const vehicles = (await vehiclesOf(work.repos, [account], now)).get(account.id) ?? [];
    const events: CalendarEvent[] = [];
    for (let start = 0; start < vehicles.length; start += VEHICLES_AT_ONCE) {
      await nextTurn();
      const pack = vehicles.slice(start, start + VEHICLES_AT_ONCE);
      const lines = await plannedLines(work.repos, pack, todayAt(now, time_zone));
      const feed = { language, origin: origin() };
      events.push(...pack.flatMap((vehicle) => (lines.get(vehicle.id) ?? []).flatMap((line) => eventOf(line, vehicle, feed) ?? [])));
    }
    return events.sort((a, b) => a.day - b.day).slice(0, EVENTS_MAX);
  }

  async function store({ userId }: Pick<Caller, 'userId'>, hash: string | null): Promise<void> {
    await work.inTransaction(async ({ users, accounts }) => {
      if (!(await users.lock(userId))) throw new AppError('api.401');
      await accounts.setCalendar(userId, hash);
    });
  }

  return {
    /** A new link, which is not shown again; one from before stops working. */
    async make(caller: Pick<Caller, 'userId'>): Promise<{ url: string }> {
      const secret = tokens.newToken();
      await store(caller, hashOf(secret));
      return { url: `${origin()}/calendar/${secret}.ics` };
    },

    remove: (caller: Pick<Caller, 'userId'>): Promise<void> => store(caller, null),

    /** The file behind a link; undefined if there is none, and for a locked account. Without events while all notices are paused. */
    async read(secret: string): Promise<string | undefined> {
      const account = await work.repos.accounts.findByCalendar(hashOf(secret));
      if (!account || account.locked_at !== null) return undefined;
      const { language } = account;
      return write({ name: calendarName(language), language, events: account.is_paused ? [] : await eventsOf(account) });
    },
  };
}
