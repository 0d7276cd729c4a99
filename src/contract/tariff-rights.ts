import type { Tariff } from './tariffs.ts';

/** What only some tariffs allow. The number of vehicles is in limits.ts. */
const RIGHTS = {
  noAdverts: ['family', 'business'],
  statistics: ['family', 'business'],
  /** Comparison, parts, price history, forecast and CSV. */
  extendedStatistics: ['business'],
  report: ['family', 'business'],
  reportOfSeveral: ['business'],
  /** Messages are answered within a working day. */
  priority: ['business'],
} as const satisfies Record<string, readonly Tariff[]>;

export type TariffRight = keyof typeof RIGHTS;

/** Whether a tariff, if any, allows that. */
export const tariffAllows = (tariff: Tariff | null | undefined, right: TariffRight): boolean =>
  (RIGHTS[right] as readonly (Tariff | null | undefined)[]).includes(tariff);
