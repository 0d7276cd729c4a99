import type { Cost } from '#contract/costs.ts';
import { folded } from '#contract/folded.ts';
import { dayNumber } from '#contract/time.ts';

const YEARLY = new Set(['insurance', 'tax', 'inspection']);
/** Days after the last payment: somewhat before the next one is due, until it has certainly been dropped. */
const DUE_FROM = 335;
const DUE_UNTIL = 730;
const SHOWN_MAX = 3;

/** The last insurances, taxes and inspections that were paid about a year ago and not since, the oldest first. Costs are newest first. */
export function yearlyDue(costs: readonly Cost[], today: string): Cost[] {
  const last = new Map<string, Cost>();
  for (const cost of costs) {
    const key = `${cost.category} ${folded(cost.title)}`;
    if (YEARLY.has(cost.category) && !last.has(key)) last.set(key, cost);
  }
  const due = [...last.values()].filter(({ performedOn }) => {
    const days = dayNumber(today) - dayNumber(performedOn);
    return days >= DUE_FROM && days <= DUE_UNTIL;
  });
  return due.reverse().slice(0, SHOWN_MAX);
}
