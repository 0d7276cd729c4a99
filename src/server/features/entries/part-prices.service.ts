import { foldedCode } from '#contract/folded.ts';
import { fromCents } from '#contract/money.ts';
import type { PartPrice } from '#contract/statistics.ts';
import { tariffAllows } from '#contract/tariff-rights.ts';
import { TENTHS } from '#contract/units.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import type { VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import { ALL_DAYS, endOf } from './collected.service.ts';
import type { GroupsRepo } from './groups.repo.ts';

interface Deps {
  work: Work<{ groups: GroupsRepo }>;
  access: VehicleAccess;
}

export type PartPricesService = ReturnType<typeof partPricesService>;

const RECORDS_AT_ONCE = 2_000;
const PRICES_MAX = 500;

export const partPricesService = ({ work, access }: Deps) => ({
  /** The newest records with a part code in any spelling. 404 and 403 like `access.open`, then 403 without business. */
  async list(caller: Caller, vehicleId: number, code: string): Promise<PartPrice[]> {
    const { vehicle, owner } = await access.open(caller, vehicleId);
    if (!tariffAllows(owner.tariff, 'extendedStatistics')) throw new AppError('vehicleStatisticsApi.tariff');
    const wanted = foldedCode(code);
    const found: PartPrice[] = [];
    let before = endOf(ALL_DAYS.to);
    for (;;) {
      await nextTurn();
      const rows = await work.repos.groups.listPrices(vehicle.id, {
        currency: owner.currency,
        from: ALL_DAYS.from,
        before,
        limit: RECORDS_AT_ONCE,
      });
      for (const { performedOn, price, reading, name, code } of rows)
        if (foldedCode(code) === wanted)
          found.push({ performedOn, price: fromCents(price), reading: reading / TENTHS, operationName: name });
      const last = rows.at(-1);
      if (!last || rows.length < RECORDS_AT_ONCE || found.length >= PRICES_MAX) return found.slice(0, PRICES_MAX);
      before = last;
    }
  },
});
