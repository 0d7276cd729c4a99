import { fromCents } from '#contract/money.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { AllStatistics, StatisticsPeriod, VehicleStatistics } from '#contract/statistics.ts';
import { tariffAllows } from '#contract/tariff-rights.ts';
import type { Tariff } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { collect, type Days, daysOf, type FigureRepos, type MeasuredVehicle } from '../entries/collected.service.ts';
import type { Distance } from '../entries/distance.rules.ts';
import { operationsOf, partsOf } from '../entries/groups.rules.ts';
import type { Access, VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import {
  comparedVehicles,
  costPerUnitOf,
  daysOfMonth,
  daysOfYear,
  forecastOf,
  inUnits,
  monthsOfAll,
  sumOf,
  toSum,
  touches,
  yearOverYearOf,
  yearsOf,
} from './statistics.rules.ts';

interface Shape {
  hasDistances: boolean;
  archivedOn?: string | undefined;
}

interface Deps {
  work: Work<FigureRepos>;
  access: VehicleAccess;
  vehicles: Pick<VehiclesService, 'listRows' | 'countLeftOut'>;
  clock: Clock;
}

export type StatisticsService = ReturnType<typeof statisticsService>;

export function statisticsService({ work, access, vehicles, clock }: Deps) {
  /** What is computed in the same way for one vehicle and for all. */
  async function figuresOf(tariff: Tariff, measured: readonly MeasuredVehicle[], days: Days, { hasDistances, archivedOn }: Shape) {
    const isExtended = tariffAllows(tariff, 'extendedStatistics');
    const collected = await collect(work.repos, measured, { days, isExtended, hasDistances });
    const { allMonths } = collected;
    const total = sumOf(collected.months);
    const today = isoTime(clock.now()).slice(0, 10);
    const years = yearsOf(allMonths, archivedOn ?? today);
    const isShown = ({ year }: { year: number }): boolean => touches(days, year);
    return {
      ...{ rows: collected.months, total, distances: collected.distances },
      years: years.filter(isShown).map(({ cost, ...year }) => ({ ...year, cost: fromCents(cost) })),
      common: {
        ...{ records: total.records, totalCost: fromCents(total.cost), firstYear: years[0]?.year ?? null },
        ...operationsOf(collected.operations),
      },
      extended: isExtended
        ? {
            ...partsOf(collected.parts, total),
            yearOverYear: yearOverYearOf(years).filter(isShown),
            forecast: archivedOn === undefined ? forecastOf(allMonths, today) : null,
          }
        : null,
    };
  }

  /** The figures of a vehicle that the caller has opened. */
  async function ofVehicle({ vehicle, owner }: Access, period: StatisticsPeriod): Promise<VehicleStatistics> {
    const days = daysOf(period);
    const shape = { hasDistances: true, archivedOn: vehicle.archived_at?.slice(0, 10) };
    const { rows, total, distances, years, common, extended } = await figuresOf(owner.tariff, [vehicle], days, shape);
    const distanceIn = (within: Days): Distance => distances(vehicle.id, within);
    const distance = distanceIn(days);
    return {
      unit: readingUnitOf(vehicle.vehicle_type, vehicle.mileage_unit),
      ...common,
      ...inUnits(distance),
      costPerUnit: costPerUnitOf(total.cost, distance),
      months: rows.map((row) => ({
        ...{ month: row.month, ...toSum(row) },
        distance: inUnits(distanceIn(daysOfMonth(row.month, days))).distance,
      })),
      years: years.map((year) => ({ ...year, ...inUnits(distanceIn(daysOfYear(year.year))) })),
      extended,
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

    /** All usable vehicles together; 403 for basic. They have no distance together, because units differ. */
    async getOfAll(caller: Caller, period: StatisticsPeriod): Promise<AllStatistics> {
      checkTariff(caller.tariff);
      const usable = await vehicles.listRows(caller);
      const days = daysOf(period);
      const hasDistances = tariffAllows(caller.tariff, 'extendedStatistics');
      const { rows, total, distances, years, common, extended } = await figuresOf(caller.tariff, usable, days, { hasDistances });
      return {
        ...common,
        months: monthsOfAll(rows).map((row) => ({ month: row.month, ...toSum(row) })),
        years,
        ...(await vehicles.countLeftOut(caller)),
        extended: extended && {
          vehicles: comparedVehicles(usable, rows, total.cost, (vehicleId) => distances(vehicleId, days)),
          ...extended,
        },
      };
    },
  };
}

function checkTariff(tariff: Tariff): void {
  if (!tariffAllows(tariff, 'statistics')) throw new AppError('vehicleStatisticsApi.tariff');
}
