import { fromCents } from '#contract/money.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { AllStatistics, StatisticsPeriod, VehicleStatistics } from '#contract/statistics.ts';
import { tariffAllows } from '#contract/tariff-rights.ts';
import type { Tariff } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicleId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { collect, type Days, daysOf, type FigureRepos } from '../entries/collected.service.ts';
import { operationsOf, partsOf } from '../entries/groups.rules.ts';
import type { Access, VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import {
  comparedVehicles,
  costPerUnitOf,
  distanceOf,
  forecastOf,
  growthOf,
  inUnits,
  monthsOfAll,
  sumOf,
  toSum,
  yearOverYearOf,
  yearsOf,
} from './statistics.rules.ts';

interface Deps {
  work: Work<FigureRepos>;
  access: VehicleAccess;
  vehicles: Pick<VehiclesService, 'listRows'>;
  clock: Clock;
}

export type StatisticsService = ReturnType<typeof statisticsService>;

export function statisticsService({ work, access, vehicles, clock }: Deps) {
  /** What is computed in the same way for one vehicle and for all. */
  async function figuresOf(tariff: Tariff, ids: readonly AuthorizedVehicleId[], days: Days) {
    const isExtended = tariffAllows(tariff, 'extendedStatistics');
    const collected = await collect(work.repos, ids, days, isExtended);
    const total = sumOf(collected.months);
    const today = isoTime(clock.now()).slice(0, 10);
    return {
      rows: collected.months,
      total,
      totals: { records: total.records, totalCost: fromCents(total.cost) },
      operations: operationsOf(collected.operations),
      extended: isExtended
        ? {
            ...partsOf(collected.parts),
            yearOverYear: yearOverYearOf(yearsOf(monthsOfAll(collected.months)), days, today),
            forecast: forecastOf(collected.allMonths, today),
          }
        : null,
    };
  }

  /** The figures of a vehicle that the caller has opened. */
  async function ofVehicle({ vehicle, owner }: Access, period: StatisticsPeriod): Promise<VehicleStatistics> {
    const days = daysOf(period);
    const { rows, total, totals, operations, extended } = await figuresOf(owner.tariff, [vehicle.id], days);
    const isArchived = vehicle.archived_at !== null;
    const unit = readingUnitOf(vehicle.vehicle_type, vehicle.mileage_unit);
    const distance = unit === 'year' ? null : distanceOf(rows);
    const growth = growthOf(rows, distance === null ? undefined : await work.repos.months.findFirstReading(vehicle.id, days));
    const months = rows.map((row, index) => ({ ...row, distance: growth[index] ?? null }));
    return {
      unit,
      ...totals,
      distance: inUnits(distance),
      costPerUnit: costPerUnitOf(total.cost, distance),
      months: months.map((row) => ({ month: row.month, ...toSum(row), distance: inUnits(row.distance) })),
      years: yearsOf(months).map((row) => ({ year: row.year, ...toSum(row), distance: inUnits(row.distance) })),
      ...operations,
      extended: extended && { ...extended, forecast: isArchived ? null : extended.forecast },
    };
  }

  return {
    ofVehicle,

    /** 404 and 403 like `access.open`, then 403 for basic. */
    async getOfVehicle(caller: Caller, vehicleId: number, period: StatisticsPeriod): Promise<VehicleStatistics> {
      const opened = await access.open(caller, vehicleId);
      checkTariff(opened.owner.tariff);
      return ofVehicle(opened, period);
    },

    /** All usable vehicles together; 403 for basic. */
    async getOfAll(caller: Caller, period: StatisticsPeriod): Promise<AllStatistics> {
      checkTariff(caller.tariff);
      const usable = await vehicles.listRows(caller);
      const ids = usable.map(({ id }) => id);
      const { rows, total, totals, operations, extended } = await figuresOf(caller.tariff, ids, daysOf(period));
      const months = monthsOfAll(rows);
      return {
        ...totals,
        months: months.map((row) => ({ month: row.month, ...toSum(row) })),
        years: yearsOf(months).map((row) => ({ year: row.year, ...toSum(row) })),
        ...operations,
        extended: extended && { vehicles: comparedVehicles(usable, rows, total.cost), ...extended },
      };
    },
  };
}

function checkTariff(tariff: Tariff): void {
  if (!tariffAllows(tariff, 'statistics')) throw new AppError('vehicleStatisticsApi.tariff');
}
