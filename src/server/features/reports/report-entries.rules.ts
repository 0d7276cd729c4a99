import type { CostCategory } from '#contract/costs.ts';
import { toCents } from '#contract/money.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReportEntry } from '../../pdf/report-content.ts';
import type { HistoryItem } from '../entries/whole-history.service.ts';

/** Costs that concern the owner and not the vehicle: no report lists them. */
const NEVER_LISTED: readonly CostCategory[] = ['fine', 'loan', 'refund'];

export const isListed = (item: HistoryItem): boolean => item.kind !== 'cost' || !NEVER_LISTED.includes(item.category);

/** `own` is the currency of the account, for what has no amount. */
export function toReportEntry(item: HistoryItem, own: Currency): ReportEntry {
  const { performedOn, reading } = item;
  const shared = { performedOn, reading: reading ?? 0, currency: item.kind === 'reading' ? own : item.currency };
  switch (item.kind) {
    case 'work': {
      const { kind, price, operationName, partName, partCode } = item;
      return { ...shared, kind, cents: toCents(price), operationName, partName, partCode };
    }
    case 'fill': {
      const { kind, total, fuel, grade, volume, volumeUnit, place, consumption } = item;
      return { ...shared, kind, cents: total === null ? null : toCents(total), fuel, grade, volume, volumeUnit, place, consumption };
    }
    case 'cost': {
      const { kind, total, category, title, quantity, quantityUnit, place } = item;
      return { ...shared, kind, cents: toCents(total), category, title, quantity, quantityUnit, place };
    }
    case 'reading':
      return { ...shared, kind: item.kind, cents: null, isReset: item.isReset, oldReading: item.oldReading };
  }
}
