import type { AllStatistics, ComparedVehicle, VehicleStatistics } from '#contract/statistics.ts';
import type { Tariff } from '#contract/tariffs.ts';

const FIGURES: VehicleStatistics = {
  ...{ unit: 'km', records: 3, totalCost: 350.5, otherCurrencies: [], distance: 2_000, distanceReason: null, costPerUnit: 0.1753 },
  groups: [
    { group: 'energy', records: 1, cost: 50 },
    { group: 'standing', records: 2, cost: 300.5 },
  ],
  ...{
    loan: { records: 0, cost: 0, otherCurrencies: [] },
    withoutAmount: 0,
    runningCostPerUnit: 0.025,
    energyCost: 2.5,
    isUnderYear: false,
  },
  ...{ depreciation: null, fullCostPerUnit: null },
  distances: { months: [{ month: '2026-03', distance: 2_000 }], years: [{ year: 2026, distance: 2_000 }] },
  average: { since: '2026-01-15', until: '2026-03-16', month: 1_014, year: 12_167 },
  months: [
    { month: '2026-01', cost: 50, records: 1, groups: { energy: 50 }, distance: null },
    { month: '2026-03', cost: 300.5, records: 2, groups: { standing: 300.5 }, distance: 2_000 },
  ],
  years: [
    {
      ...{ year: 2026, since: null, until: '2026-05-17', cost: 350.5, records: 3, groups: { energy: 50, standing: 300.5 } },
      ...{ otherCurrencies: [], distance: 2_000, distanceReason: null },
    },
  ],
  operations: [
    { name: 'Олива', records: 2, cost: 300 },
    { name: 'Шини', records: 1, cost: 50 },
  ],
  others: { records: 4, cost: 0.5 },
  firstYear: 2026,
  extended: null,
};
export const EXTENDED: VehicleStatistics['extended'] = {
  parts: [{ name: 'Фільтр', code: 'OF-5541', hasOtherNames: false, records: 2, cost: 80, lastPrice: 45, lastDay: '2026-03-02' }],
  otherParts: { records: 0, cost: 0 },
  withoutPart: { records: 5, cost: 270.5 },
  yearOverYear: [
    { year: 2024, since: null, until: null, cost: 200, previousCost: null, change: null },
    { year: 2025, since: null, until: null, cost: 250, previousCost: 200, change: 0.25 },
  ],
  forecast: { total: 12_000, planned: 0, energy: 0, irregular: 9_000, standing: 3_000 },
};
export const REJECTION = {
  status: 403,
  body: { success: false, code: 'vehicleStatisticsApi.tariff', message: 'rejected', requestId: 'r' },
};
/** Not a 5xx, which would be retried automatically. */
export const FAILURE = { status: 400, body: { success: false, code: 'vehicleStatisticsApi.500', message: 'failed', requestId: 'r' } };
export const userOf = (tariff: Tariff, more = {}) => ({
  body: { success: true, data: { user_id: 1, first_name: 'Олена', currency: 'UAH', tariff, status: null, ...more } },
});
export const figuresOf = (more: Partial<VehicleStatistics> = {}) => ({ body: { success: true, data: { ...FIGURES, ...more } } });

const sharesOf = (count: number): number => Math.round(10_000 / count) / 10_000;
/** The answer of all vehicles: `count` of them side by side for business, none for family. */
export const allFiguresOf = (count: number, more: Partial<AllStatistics> = {}) => ({
  body: {
    success: true,
    data: {
      records: FIGURES.records,
      totalCost: FIGURES.totalCost,
      otherCurrencies: FIGURES.otherCurrencies,
      ...{ groups: FIGURES.groups, loan: FIGURES.loan, withoutAmount: FIGURES.withoutAmount },
      months: FIGURES.months.map(({ distance, ...month }) => month),
      years: FIGURES.years.map(({ distance, distanceReason, ...year }) => year),
      operations: FIGURES.operations,
      others: FIGURES.others,
      ...{ firstYear: FIGURES.firstYear, hidden: 0, archived: 0 },
      extended:
        count > 0 && EXTENDED ? { ...EXTENDED, vehicles: Array.from({ length: count }, (_, index) => comparedOf(index + 7, count)) } : null,
      ...more,
    } satisfies AllStatistics,
  },
});

const comparedOf = (id: number, count: number): ComparedVehicle => ({
  ...{ id, vehicleType: 'car', brand: 'Škoda', model: `Octavia ${id}`, year: 2014, number: `TMBZZZ1Z5E00000${id}`, unit: 'km' },
  ...{ records: 3, cost: 350.5, otherCurrencies: [], share: sharesOf(count), distance: 2_000, distanceReason: null, costPerUnit: 0.1753 },
});
