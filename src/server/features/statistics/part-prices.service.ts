import { folded } from '#contract/folded.ts';
import { fromCents } from '#contract/money.ts';
import type { PartPrice } from '#contract/statistics.ts';
import { TENTHS } from '#contract/units.ts';
import type { Caller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import { ALL_DAYS, endOf } from './collected.service.ts';
import type { GroupsRepo } from './groups.repo.ts';
import { checkTariff } from './statistics.rules.ts';

interface Deps {
  work: Work<{ groups: GroupsRepo }>;
  vehicles: Pick<VehiclesService, 'authorize'>;
}

export type PartPricesService = ReturnType<typeof partPricesService>;

const RECORDS_AT_ONCE = 2_000;
const PRICES_MAX = 500;

export const partPricesService = ({ work, vehicles }: Deps) => ({
  /** The newest records with a part code in any spelling. 404 and 403 like `authorize`, then 403 without business. */
  async list(caller: Caller, vehicleId: number, code: string): Promise<PartPrice[]> {
    const { id } = await vehicles.authorize(caller, vehicleId);
    checkTariff(caller, ['business']);
    const wanted = folded(code);
    const found: PartPrice[] = [];
    let before = endOf(ALL_DAYS.to);
    for (;;) {
      await nextTurn();
      const rows = await work.repos.groups.listPrices(id, { from: ALL_DAYS.from, before, limit: RECORDS_AT_ONCE });
      for (const { performedOn, price, reading, name, code } of rows)
        if (folded(code) === wanted) found.push({ performedOn, price: fromCents(price), reading: reading / TENTHS, operationName: name });
      const last = rows.at(-1);
      if (!last || rows.length < RECORDS_AT_ONCE || found.length >= PRICES_MAX) return found.slice(0, PRICES_MAX);
      before = last;
    }
  },
});
