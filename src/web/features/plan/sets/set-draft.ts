import type { FormErrors } from '@mantine/form';
import { folded } from '#contract/folded.ts';
import type { Language } from '#contract/languages.ts';
import { type PlanLine, planLinesInput } from '#contract/plan.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { schemaResolver } from '../../../forms/schema-form.ts';
import { typedNumber } from '../../../i18n/typed-number.ts';
import type { BoatEngine, SetLine } from './plan-sets.ts';

/** A line of the set, as typed. */
export interface PickedLine {
  name: SetLine['name'];
  title: string;
  isDated: boolean;
  isOn: boolean;
  distance: string;
  months: string;
  day: string;
}

export interface SetDraft {
  engine: BoatEngine;
  lines: PickedLine[];
}

/** The lines of a set that the plan does not have yet. What nearly everybody does is ticked. */
export function pickedOf(
  set: readonly SetLine[],
  {
    titleOf,
    plan,
    unit,
    language,
  }: { titleOf: (line: SetLine) => string; plan: readonly PlanLine[]; unit: ReadingUnit; language: Language },
): PickedLine[] {
  const known = new Set(plan.map(({ title }) => folded(title)));
  return set.flatMap((line) => {
    const title = titleOf(line);
    const every = unit === 'year' ? undefined : line.every?.[unit];
    return known.has(folded(title))
      ? []
      : [
          {
            ...{ name: line.name, title, isDated: line.isDated === true, isOn: line.isUsual === true, day: '' },
            distance: every === undefined ? '' : typedNumber(every, language),
            months: line.months === undefined ? '' : String(line.months),
          },
        ];
  });
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

const bodyOf = ({ title, isDated, distance, months, day }: PickedLine) => ({
  ...{ title, everyMonths: orNull(months) },
  ...(isDated ? { kind: 'deadline' as const, mode: 'fixed' as const, dueOn: orNull(day) } : { everyDistance: orNull(distance) }),
});

export const ticked = ({ lines }: SetDraft): PickedLine[] => lines.filter(({ isOn }) => isOn);
export const bodiesOf = (draft: SetDraft) => ticked(draft).map(bodyOf);

const FIELDS: Record<string, keyof PickedLine> = { everyDistance: 'distance', everyMonths: 'months', dueOn: 'day', title: 'isOn' };

/** Errors of the lines that were sent, at the fields of the form, which has the others too. */
export function atFields({ lines }: SetDraft, errors: FormErrors): FormErrors {
  const sent = lines.flatMap(({ isOn }, index) => (isOn ? [index] : []));
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => {
      const [, index = '', field = ''] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? [];
      return [`lines.${sent[Number(index)]}.${FIELDS[field] ?? 'isOn'}`, error];
    }),
  );
}

const checkBodies = schemaResolver(planLinesInput);

/** A ticked line needs an interval, or its date. */
export function checkSet(draft: SetDraft): FormErrors {
  const missing = draft.lines.flatMap(({ isOn, isDated, distance, months, day }, index): [string, string][] => {
    if (!isOn) return [];
    if (isDated) return day === '' ? [[`lines.${index}.day`, 'validation.date.required']] : [];
    return distance.trim() === '' && months.trim() === '' ? [[`lines.${index}.months`, 'planApi.noRule']] : [];
  });
  return { ...atFields(draft, checkBodies({ lines: bodiesOf(draft) })), ...Object.fromEntries(missing) };
}
