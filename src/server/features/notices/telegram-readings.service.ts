import type { Reading } from '#contract/readings.ts';
import { typedReading } from '#contract/records.ts';
import { TENTHS } from '#contract/units.ts';
import type { MileageUnit } from '#contract/vehicle-types.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { Clock } from '../../ports/clock.ts';
import { type IdempotencyKey, requestHashOf } from '../../ports/idempotency-key.ts';
import { dayText, errorText, mailText } from '../../texts.ts';
import { dayText as isoDay, todayAt } from '../plan/days.rules.ts';
import { planCounters } from '../plan/plan-readings.service.ts';
import { limitOf, tariffInForce } from '../tariffs/tariffs.rules.ts';
import { nameOf, questionText, readingText, unitOf } from './plan-mail.rules.ts';
import { type NewsRepos, vehiclesOf } from './plan-news.service.ts';
import type { ChatAccount } from './telegram-links.repo.ts';

/** Adds a reading alone, in the same way as the API. */
export type AddReading = (
  caller: Caller,
  vehicleId: number,
  input: { reading: number; readingUnit: MileageUnit; performedOn: string; ask: boolean },
  key: IdempotencyKey,
) => Promise<{ data: Pick<Reading, 'reading'> }>;

interface Deps {
  work: Work<NewsRepos>;
  addReading: AddReading;
  clock: Clock;
  origin: () => string;
}

export type TelegramReadings = ReturnType<typeof telegramReadings>;

/** Asks for readings in a chat, one vehicle at a time, and takes the answers. */
export function telegramReadings({ work, addReading, clock, origin }: Deps) {
  /** The usable vehicles that have a counter, with the last reading, the oldest first. */
  async function listAsked(account: ChatAccount) {
    const all = (await vehiclesOf(work.repos, [account], clock.now())).get(account.id) ?? [];
    const counters = await planCounters(work.repos, all);
    return all
      .flatMap((vehicle) => {
        const counter = counters.get(vehicle.id);
        const last = counter?.readings.at(-1);
        return counter ? [{ vehicle, last: last && { day: last.day, shown: counter.shown(last.value) } }] : [];
      })
      .sort((a, b) => (a.last?.day ?? 0) - (b.last?.day ?? 0));
  }

  return {
    /** The question for the vehicle whose reading is the oldest. */
    async ask(account: ChatAccount): Promise<{ text: string; asksVehicle?: number }> {
      const { language } = account;
      const [oldest] = await listAsked(account);
      if (!oldest) return { text: mailText(language, 'telegram.noCounter') };
      const { vehicle, last } = oldest;
      const known = last && { reading: readingText(language, last.shown, vehicle), day: dayText(language, isoDay(last.day)) };
      const lines = [
        questionText(language, { vehicle }),
        ...(known ? [mailText(language, 'planDue.lastReading', known)] : []),
        mailText(language, 'telegram.answer'),
      ];
      return { text: lines.join('\n'), asksVehicle: vehicle.id };
    },

    /** Stores the answer to such a question once for each update; what is said about it. A doubtful reading is not stored. */
    async add(account: ChatAccount, vehicleId: number, typed: string, updateId: number): Promise<string> {
      const { language } = account;
      const parsed = typedReading.safeParse(typed);
      if (!parsed.success) return errorText(language, parsed.error.issues[0]?.message ?? 'validation.number.reading');
      const vehicle = (await listAsked(account)).find(({ vehicle: { id } }) => id === vehicleId)?.vehicle;
      if (!vehicle) return errorText(language, 'carsApi.404');
      const now = clock.now();
      const input = { reading: parsed.data, readingUnit: unitOf(vehicle), performedOn: todayAt(now, account.time_zone), ask: true };
      const key = { key: `telegram-${updateId}`, requestHash: requestHashOf([vehicleId, typed], undefined) };
      try {
        const { data } = await addReading(callerOf(account, now), vehicleId, input, key);
        const reading = readingText(language, data.reading * TENTHS, vehicle);
        return mailText(language, 'telegram.stored', { vehicle: nameOf(vehicle), reading });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code !== 'entriesApi.doubtful') return errorText(language, error.fields?.[0]?.code ?? error.code);
        return mailText(language, 'telegram.doubtful', { link: `${origin()}/service/${vehicleId}?new=reading` });
      }
    },
  };
}

const callerOf = (account: ChatAccount, now: number): Caller => {
  const tariff = tariffInForce(account, now);
  return { userId: account.id, session: '', tariff, limit: limitOf(tariff), currency: account.currency, timeZone: account.time_zone };
};
