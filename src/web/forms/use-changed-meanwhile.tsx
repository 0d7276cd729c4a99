import { type ReactNode, useState } from 'react';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';

interface ChangedForm<Values> {
  values: Values;
  getValues: () => Values;
  getInitialValues: () => Values;
  setInitialValues: (values: Values) => void;
  setValues: (values: Values) => void;
  setFieldValue: (path: never, value: never) => void;
}

/**
 * For a form whose values have been saved elsewhere meanwhile. `takeOver` sets the saved values as the new initial ones: fields that are as
 * they were `seen` take them, edited fields keep their input. `noteOf` tells at a field what was saved, until `clear`.
 */
export function useChangedMeanwhile<Values extends object>(form: ChangedForm<Values>) {
  const [changed, setChanged] = useState<Partial<Values>>({});

  function takeOver(saved: Values, seen = form.getInitialValues()): void {
    const current = form.getValues();
    const fields = Object.keys(saved) as (keyof Values)[];
    const pick = (entries: [keyof Values, unknown][]) => Object.fromEntries(entries) as Values;
    form.setInitialValues(saved);
    form.setValues(pick(fields.map((field) => [field, current[field] === seen[field] ? saved[field] : current[field]])));
    setChanged(pick(fields.filter((field) => saved[field] !== seen[field]).map((field) => [field, saved[field]])));
  }

  /** Undefined if nobody has changed the field. `shown` formats its value; the value itself by default. */
  function noteOf(field: keyof Values & string, shown = (value: Values[keyof Values]): ReactNode => String(value)): ReactNode {
    if (!(field in changed)) return undefined;
    const saved = changed[field] as Values[keyof Values];
    const use = () => form.setFieldValue(field as never, saved as never);
    return <ChangedMeanwhile saved={shown(saved)} onUse={form.values[field] === saved ? undefined : use} />;
  }

  return { takeOver, noteOf, clear: () => setChanged({}) };
}
