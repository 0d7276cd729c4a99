import type { FormErrors } from '@mantine/form';
import { isForeignMoney } from '#contract/fields.ts';
import type { Language } from '#contract/languages.ts';
import { currenciesIn } from '#contract/numbers.ts';
import { type PlanKind, type PlanLine, type PlanMode, planLineInput } from '#contract/plan.ts';
import type { Currency } from '#contract/tariffs.ts';
import { schemaResolver } from '../../forms/schema-form.ts';
import { typedNumber } from '../../i18n/typed-number.ts';

/** The fields of a line, as typed. */
export interface LineDraft {
  title: string;
  everyDistance: string;
  every: string;
  everyUnit: 'days' | 'months' | 'years';
  dueOn: string;
  dueAt: string;
  mode: PlanMode;
  kind: PlanKind;
  isEndOfMonth: boolean;
  startOn: string;
  startAt: string;
  leadDays: string;
  leadDistance: string;
  expectedCost: string;
}

const YEAR = 12;

export const NEW_LINE: LineDraft = {
  ...{ title: '', everyDistance: '', every: '', everyUnit: 'months', dueOn: '', dueAt: '', mode: 'floating', kind: 'maintenance' },
  ...{ isEndOfMonth: false, startOn: '', startAt: '', leadDays: '', leadDistance: '', expectedCost: '' },
};

export function draftOf(line: PlanLine, language: Language): LineDraft {
  const typed = (value: number | null): string => (value === null ? '' : typedNumber(value, language));
  const isYears = line.everyMonths !== null && line.everyMonths % YEAR === 0;
  return {
    title: line.title,
    everyDistance: typed(line.everyDistance),
    every: typed(isYears ? (line.everyMonths ?? 0) / YEAR : (line.everyMonths ?? line.everyDays)),
    everyUnit: isYears ? 'years' : line.everyDays === null ? 'months' : 'days',
    dueOn: line.dueOn ?? '',
    dueAt: typed(line.dueAt),
    mode: line.mode,
    kind: line.kind,
    isEndOfMonth: line.isEndOfMonth,
    startOn: line.startOn ?? '',
    startAt: typed(line.startAt),
    leadDays: typed(line.leadDays),
    leadDistance: typed(line.leadDistance),
    expectedCost: line.expectedCost === null ? '' : typedNumber(line.expectedCost, language, { decimals: 2 }),
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** Years are sent as months. */
function everyOf({ every, everyUnit }: LineDraft) {
  const typed = orNull(every);
  if (everyUnit === 'days') return { everyMonths: null, everyDays: typed };
  const isWhole = typed !== null && /^\s*\d{1,3}\s*$/.test(typed);
  return { everyMonths: everyUnit === 'years' && isWhole ? Number(typed) * YEAR : typed, everyDays: null };
}

export const bodyOf = (draft: LineDraft) => ({
  title: draft.title,
  ...everyOf(draft),
  everyDistance: orNull(draft.everyDistance),
  dueOn: orNull(draft.dueOn),
  dueAt: orNull(draft.dueAt),
  mode: draft.mode,
  kind: draft.kind,
  isEndOfMonth: draft.isEndOfMonth,
  startOn: orNull(draft.startOn),
  startAt: orNull(draft.startAt),
  leadDays: orNull(draft.leadDays),
  leadDistance: orNull(draft.leadDistance),
  expectedCost: orNull(draft.expectedCost),
});

/** The errors of months and days belong to the field in which both are typed. */
export function withEvery({ everyMonths, everyDays, ...errors }: FormErrors): FormErrors {
  const every = everyMonths ?? everyDays;
  return every ? { every, ...errors } : errors;
}

const checkBody = schemaResolver(planLineInput);

export function checkLine(draft: LineDraft, currency: Currency): FormErrors {
  const errors = withEvery(checkBody(bodyOf(draft)));
  const isForeign = isForeignMoney(currenciesIn(draft.expectedCost), currency);
  return { ...(isForeign && { expectedCost: 'validation.number.currency' }), ...errors };
}

export const isSameLine = (a: LineDraft, b: LineDraft): boolean =>
  (Object.keys(a) as (keyof LineDraft)[]).every((field) => a[field] === b[field]);
