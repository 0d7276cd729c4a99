import { readingUnitOf } from '#contract/records.ts';
import type { AllStatistics, Forecast, StatisticsPeriod, VehicleStatistics } from '#contract/statistics.ts';
import { tariffAllows } from '#contract/tariff-rights.ts';
import type { Currency, Tariff } from '#contract/tariffs.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { collect, type Days, daysOf, type FigureRepos, type MeasuredVehicle, type MonthRow } from '../entries/collected.service.ts';
import { byCurrency } from '../entries/currencies.rules.ts';
import type { Distance } from '../entries/distance.rules.ts';
import { operationsOf, partsOf } from '../entries/groups.rules.ts';
import { expectedCostsOf, type ReadingRepos } from '../plan/expected-costs.service.ts';
import { depreciationOf } from '../values/depreciation.rules.ts';
import type { ValuesRepo } from '../values/values.service.ts';
import type { Access, VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import { forecastOf } from './forecast.rules.ts';
import {
  averageOf,
  comparedVehicles,
  daysOfMonth,
  daysOfYear,
  inUnits,
  isSpent,
  isUnderYear,
  monthsOf,
  spanDistancesOf,
  sumOf,
  totalOf,
  touches,
  unitCostsOf,
  yearOverYearOf,
  yearsOf,
} from './statistics.rules.ts';

type IsCounted = (row: MonthRow) => boolean;

/** No costs of a vehicle that is laid up are expected. */
type UsedVehicle = MeasuredVehicle & { is_paused: 0 | 1 };

interface Shape {
  tariff: Tariff;
  /** Of the account; what was spent in others is only named. */
  currency: Currency;
  hasDistances: boolean;
  archivedOn?: string | undefined;
  /** Which costs count; by default all. */
  isCounted?: IsCounted | undefined;
}

interface Deps {
  work: Work<FigureRepos & ReadingRepos & { values: ValuesRepo }>;
  access: VehicleAccess;
  vehicles: Pick<VehiclesService, 'listRows' | 'countLeftOut'>;
  clock: Clock;
}

export type StatisticsService = ReturnType<typeof statisticsService>;

export function statisticsService({ work, access, vehicles, clock }: Deps) {
  /** What is computed in the same way for one vehicle and for all. */
  async function figuresOf(measured: readonly UsedVehicle[], days: Days, shape: Shape) {
    const { tariff, currency, hasDistances, archivedOn, isCounted } = shape;
    const isExtended = tariffAllows(tariff, 'extendedStatistics');
    const collected = await collect(work.repos, measured, { days, currency, isExtended, hasDistances });
    const rows = byCurrency(collected.months.filter(isCounted ?? isAny), currency);
    const allRows = byCurrency(collected.allMonths.filter(isCounted ?? isAny), currency);
    const today = isoTime(clock.now()).slice(0, 10);
    const end = archivedOn ?? today;
    const years = yearsOf(allRows, currency, end);
    const isShown = ({ year }: { year: number }): boolean => touches(days, year);
    return {
      ...{ rows, distances: collected.distances, monthsRead: collected.monthsRead },
      years: years.filter(isShown),
      isUnderYear: isUnderYear(allRows.own.filter(isSpent), days, end),
      common: {
        ...{ ...totalOf(rows, currency), months: monthsOf(rows.own), firstYear: years[0]?.year ?? null },
        ...operationsOf(collected.operations),
      },
      extended: isExtended
        ? {
            ...partsOf(collected.parts, sumOf(rows.own.filter(isWork))),
            yearOverYear: yearOverYearOf(years).filter(isShown),
            forecast: archivedOn === undefined ? await forecastFor(work.repos, measured, allRows.own, { ...shape, today }) : null,
          }
        : null,
    };
  }

  async function ofVehicle({ vehicle, owner }: Access, period: StatisticsPeriod, isCounted?: IsCounted): Promise<VehicleStatistics> {
    const days = daysOf(period);
    const shape = { ...owner, hasDistances: true, archivedOn: vehicle.archived_at?.slice(0, 10), isCounted };
    const { rows, distances, monthsRead, years, isUnderYear, common, extended } = await figuresOf([vehicle], days, shape);
    const unit = readingUnitOf(vehicle.vehicle_type, vehicle.mileage_unit);
    const distanceIn = (within: Days): Distance => distances(vehicle.id, within);
    const distance = distanceIn(days);
    const values = byCurrency(await work.repos.values.list(vehicle.id), owner.currency).own;
    const depreciation = depreciationOf(values, days);
    return {
      ...{ unit, ...common, ...inUnits(distance), average: averageOf(distance, unit), isUnderYear },
      distances: spanDistancesOf(monthsRead(vehicle.id), days, distanceIn),
      ...unitCostsOf(rows.own.filter(isSpent), distance, unit, depreciation),
      months: common.months.map((month) => ({ ...month, distance: inUnits(distanceIn(daysOfMonth(month.month, days))).distance })),
      years: years.map((year) => ({ ...year, ...inUnits(distanceIn(daysOfYear(year.year))) })),
      extended,
    };
  }

  return {
    /** The figures of the work on a vehicle that the caller has opened, without other costs. */
    ofWork: (opened: Access): Promise<VehicleStatistics> => ofVehicle(opened, {}, isWork),

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
      const { rows, distances, years, common, extended } = await figuresOf(usable, days, { ...caller, hasDistances });
      return {
        ...common,
        years,
        ...(await vehicles.countLeftOut(caller)),
        extended: extended && {
          vehicles: comparedVehicles(usable, rows, caller.currency, (vehicleId) => distances(vehicleId, days)),
          ...extended,
        },
      };
    },
  };
}

/** Of vehicles that are not laid up, with the costs of their plans unless only some costs count. */
async function forecastFor(
  repos: ReadingRepos,
  vehicles: readonly UsedVehicle[],
  months: readonly MonthRow[],
  { today, currency, isCounted }: Pick<Shape, 'currency' | 'isCounted'> & { today: string },
): Promise<Forecast | null> {
  const used = vehicles.filter(({ is_paused }) => !is_paused);
  const ids = new Set<number>(used.map(({ id }) => id));
  const ofUsed = months.filter(({ vehicleId }) => ids.has(vehicleId));
  return forecastOf(ofUsed, today, isCounted ? new Map() : await expectedCostsOf(repos, used, { today, currency }));
}

const isAny: IsCounted = () => true;
const isWork: IsCounted = ({ kind }) => kind === 'work';

function checkTariff(tariff: Tariff): void {
  if (!tariffAllows(tariff, 'statistics')) throw new AppError('vehicleStatisticsApi.tariff');
}
