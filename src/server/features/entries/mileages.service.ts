import type { Currency } from '#contract/tariffs.ts';
import type { ChangeableVehicleId } from '../../authorized.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { MileagesRepo } from './mileages.repo.ts';
import { toTenths } from './reading.rules.ts';
import type { ReadingsRepo } from './readings.repo.ts';

export type { MileagesRepo } from './mileages.repo.ts';

/** With the currency of its owner. */
interface OwnVehicle {
  id: ChangeableVehicleId;
  user_id: number;
  currency: Currency;
}

interface Repos {
  mileages: MileagesRepo;
  readings: Pick<ReadingsRepo, 'isReplacedSince'>;
}

/**
 * Stores the mileage of the details as a reading (decision 69). The newest one is changed on its own day, or if the mileage is lower, which
 * corrects it; a higher one is a reading of today, and so is a lower one after the odometer has been replaced.
 */
export const saveMileage =
  ({ clock, tokens }: { clock: Clock; tokens: Tokens }) =>
  async ({ mileages, readings }: Repos, { id, user_id, currency }: OwnVehicle, mileage: number): Promise<void> => {
    const now = isoTime(clock.now());
    const today = now.slice(0, 10);
    const reading = toTenths(mileage);
    const last = await mileages.find(id);
    if (last?.reading === reading) return;
    const isCorrected = last && reading < last.reading && !(await readings.isReplacedSince(id, last.performed_on));
    if (last && (isCorrected || last.performed_on === today)) return mileages.update(last.id, { reading, changed_at: now });
    await mileages.insert({
      ...{ vehicle_id: id, performed_on: today, reading, currency, author_id: user_id },
      ...{ uid: tokens.newUid(), created_at: now, changed_at: now },
    });
  };
