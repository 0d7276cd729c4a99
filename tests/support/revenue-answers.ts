import type { Revenue } from '#contract/revenue.ts';

const MONTHS = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);
const share = (month: string, of: number, counted: number) => ({ month, of, counted, is_final: month < '2026-11' });

/** Figures of a small service in December 2026. */
export const aRevenue = (): Revenue => ({
  paid: MONTHS.map((month, index) => ({
    month,
    payments: index,
    amounts: { family: 3 * index, business: index === 10 ? 108.5 : 0 },
    sums: [{ currency: 'USD', amount: 3 * index }],
  })),
  tariffs: [
    { tariff: 'basic', users: 1234, paying: 0, monthly: 0, ending: 0, at_stake: 0 },
    { tariff: 'family', users: 9, paying: 7, monthly: 21, ending: 2, at_stake: 6 },
    { tariff: 'business', users: 4, paying: 3, monthly: 27.5, ending: 1, at_stake: 9.25 },
  ],
  conversion: MONTHS.map((month) => share(month, month === '2026-01' ? 0 : 40, month === '2026-01' ? 0 : 10)),
  renewal: MONTHS.map((month) => share(month, 8, 6)),
});

/** A service without payments. */
export const noRevenue = (): Revenue => ({
  paid: MONTHS.map((month) => ({ month, payments: 0, amounts: { family: 0, business: 0 }, sums: [] })),
  tariffs: (['basic', 'family', 'business'] as const).map((tariff) => ({
    tariff,
    users: 0,
    paying: 0,
    monthly: 0,
    ending: 0,
    at_stake: 0,
  })),
  conversion: MONTHS.map((month) => share(month, 0, 0)),
  renewal: MONTHS.map((month) => share(month, 0, 0)),
});
