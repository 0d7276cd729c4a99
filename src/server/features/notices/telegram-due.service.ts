import { nextTurn } from '../../db/turns.ts';
import { mailText } from '../../texts.ts';
import { todayAt } from '../plan/days.rules.ts';
import { stateOf } from '../plan/plan.rules.ts';
import { plannedLines } from '../plan/plan-lists.service.ts';
import { isSnoozed, occurrenceOf } from './news.rules.ts';
import { planDueMessage, type ShownNews } from './plan-mail.rules.ts';
import { type NewsRepos, vehiclesOf } from './plan-news.service.ts';
import type { ChatAccount } from './telegram-links.repo.ts';

const VEHICLES_AT_ONCE = 20;

/** The answer to /due: what is soon, due or overdue now, without snoozed lines. */
export async function dueMessage(
  repos: NewsRepos,
  account: ChatAccount,
  { now, origin }: { now: number; origin: string },
): Promise<string> {
  const { language } = account;
  const vehicles = (await vehiclesOf(repos, [account], now)).get(account.id) ?? [];
  const lines: ShownNews[] = [];
  for (let start = 0; start < vehicles.length; start += VEHICLES_AT_ONCE) {
    await nextTurn();
    const pack = vehicles.slice(start, start + VEHICLES_AT_ONCE);
    const planned = await plannedLines(repos, pack, todayAt(now, account.time_zone));
    for (const vehicle of pack)
      for (const line of planned.get(vehicle.id) ?? []) {
        const shown = stateOf(line.rules, line.completions, line.now);
        if (shown.state === 'fine' || isSnoozed(line)) continue;
        const shownReading = shown.dueReading === null ? null : line.counter.shown(shown.dueReading);
        const news = { lineId: line.row.id, occurrence: occurrenceOf(shown), state: shown.state, shown };
        lines.push({ ...news, vehicle, title: line.row.title, shownReading });
      }
  }
  if (lines.length === 0) return mailText(language, 'telegram.nothing');
  return planDueMessage(language, { lines, questions: [] }, origin);
}
