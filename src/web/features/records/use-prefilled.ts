import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { localDay, type RecordDraft } from './record-draft.ts';

type Form = Pick<UseFormReturnType<RecordDraft>, 'getValues' | 'setFieldValue'>;

/** Milliseconds in which a further record is taken for work of the same visit, with the date of the last one. */
const SAME_VISIT = 10 * 60_000;

/** What was filled in by the form itself. */
export interface Prefilled {
  day: string;
  reading: string;
}

/**
 * Keeps the date and the reading of a new record up to date as long as nobody has changed them: today, also in a tab that has been open
 * since yesterday, and what the vehicle shows.
 */
export function usePrefilled(form: Form, reading: string, kept: Prefilled | undefined) {
  const prefilled = useRef<Prefilled>(kept ?? { day: form.getValues().performedOn, reading });
  const keptUntil = useRef(0);

  function refreshDay(): void {
    if (form.getValues().performedOn !== prefilled.current.day || Date.now() < keptUntil.current) return;
    prefilled.current.day = localDay();
    form.setFieldValue('performedOn', prefilled.current.day);
  }
  function keepDay(): void {
    prefilled.current.day = form.getValues().performedOn;
    keptUntil.current = Date.now() + SAME_VISIT;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is a new object with each render
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && refreshDay();
    look();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new reading of the vehicle
  useEffect(() => {
    if (form.getValues().reading === prefilled.current.reading) form.setFieldValue('reading', reading);
    prefilled.current.reading = reading;
  }, [reading]);

  return { prefilled, refreshDay, keepDay };
}
