import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { localDay } from '../../../local-day.ts';
import type { RecordDraft } from './record-draft.ts';

type Form = Pick<UseFormReturnType<RecordDraft>, 'getValues' | 'setFieldValue'>;

/** Milliseconds in which another record is assumed to belong to the same visit and keeps the last date. */
const SAME_VISIT = 10 * 60_000;

/** Values filled in by the form itself. */
export interface Prefilled {
  day: string;
  reading: string;
}

/**
 * Keeps the date and reading of a new record up to date until the user changes them: today, even in a tab open since yesterday, and the
 * vehicle's current reading.
 */
export function usePrefilled(form: Form, reading: string, stored: Prefilled | undefined) {
  const prefilled = useRef<Prefilled>(stored ?? { day: form.getValues().performedOn, reading });
  const keptUntil = useRef(0);

  function refreshDay(): void {
    if (form.getValues().performedOn !== prefilled.current.day || Date.now() < keptUntil.current) return;
    prefilled.current.day = localDay();
    form.setFieldValue('performedOn', prefilled.current.day);
  }
  function pinDay(): void {
    prefilled.current.day = form.getValues().performedOn;
    keptUntil.current = Date.now() + SAME_VISIT;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form object changes on every render
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the vehicle's reading changes
  useEffect(() => {
    if (form.getValues().reading === prefilled.current.reading) form.setFieldValue('reading', reading);
    prefilled.current.reading = reading;
  }, [reading]);

  return { prefilled, refreshDay, pinDay };
}
