import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import type { Language } from '#contract/languages.ts';
import type { ServiceRecord } from '#contract/records.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { draftOf, isBlank, newDraft, type RecordDraft } from './record-draft.ts';

type Form = Pick<UseFormReturnType<RecordDraft>, 'values' | 'getValues' | 'setValues' | 'setFieldValue' | 'clearErrors' | 'getInputNode'>;

/** Begun records by vehicle, so that a walk to another page loses nothing; gone with the tab. */
const kept = new Map<number, RecordDraft>();

export const startingDraft = (vehicleId: number, reading: number | null, unit: ReadingUnit, language: Language): RecordDraft =>
  kept.get(vehicleId) ?? newDraft(reading, unit, language);

interface DraftOptions {
  vehicleId: number;
  unit: ReadingUnit;
  reading: number | null;
  edited: ServiceRecord | undefined;
  focusRequest: number;
}

/** What fills the fields from outside: a wish to write, a record to change, a reading that has grown meanwhile. */
export function useDraft(form: Form, { vehicleId, unit, reading, edited, focusRequest }: DraftOptions): void {
  const language = useLanguage();
  /** A new record begun before the change of another one, to be gone on with afterwards. */
  const begun = useRef<RecordDraft>(undefined);
  const prefilled = useRef(newDraft(reading, unit, language).reading);
  useKeeping(vehicleId, edited ? undefined : form.values);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another record, not another draft, refills the form
  useEffect(() => {
    if (edited) {
      begun.current ??= form.getValues();
      form.setValues(draftOf(edited, unit, language));
    } else if (begun.current) {
      form.setValues(begun.current);
      begun.current = undefined;
    } else return;
    form.clearErrors();
    if (edited) focusOperation(form);
  }, [edited?.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new reading of the vehicle
  useEffect(() => {
    const fresh = newDraft(reading, unit, language).reading;
    const draft = begun.current ?? form.getValues();
    if (draft.reading === prefilled.current && fresh !== prefilled.current) {
      if (begun.current) begun.current = { ...draft, reading: fresh };
      else form.setFieldValue('reading', fresh);
    }
    prefilled.current = fresh;
  }, [reading, unit]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new wish
  useEffect(() => {
    if (focusRequest === 0) return;
    // The page may have been open since yesterday.
    if (!edited && isBlank(form.getValues())) form.setValues(newDraft(reading, unit, language));
    focusOperation(form);
  }, [focusRequest]);
}

/** Remembers a begun record, and asks before the tab is closed on it. */
function useKeeping(vehicleId: number, draft: RecordDraft | undefined): void {
  const isBegun = draft !== undefined && !isBlank(draft);
  useEffect(() => {
    if (!draft) return;
    if (isBegun) kept.set(vehicleId, draft);
    else kept.delete(vehicleId);
  }, [vehicleId, draft, isBegun]);
  useEffect(() => {
    if (!isBegun) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBegun]);
}

function focusOperation(form: Form): void {
  const input = form.getInputNode('operationName');
  input?.focus({ preventScroll: true });
  input?.closest('form')?.scrollIntoView({ block: 'nearest' });
}
