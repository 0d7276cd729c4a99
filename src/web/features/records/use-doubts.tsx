import type { UseFormReturnType } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useReading } from '../../i18n/use-reading.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Doubt, doubtsOf, type Neighbours, neighboursIn, type VehicleFacts } from './reading-doubts.ts';
import type { RecordDraft } from './record-draft.ts';
import { neighboursQuery, recordsQuery } from './records.queries.ts';

type Values = Pick<RecordDraft, 'performedOn' | 'reading'>;

interface DoubtsOptions {
  form: Pick<UseFormReturnType<RecordDraft>, 'getValues' | 'getInputNode' | 'values'>;
  vehicleId: number;
  unit: ReadingUnit;
  facts: VehicleFacts;
  /** The record being changed: nothing is asked about a date and a reading that stay. */
  record?: { id: number; saved: Values };
  /** Saves without asking again. */
  onConfirmed: () => void;
}

export interface Doubts {
  /** Sentences for the fields, once they have been left. */
  hints: Partial<Record<keyof Values, ReactNode>>;
  /** Date or reading have been left. */
  onSettled: () => void;
  /** Asks about what is doubtful; false if there is nothing to ask. */
  ask: (values: Values) => Promise<boolean>;
  question: ReactNode;
}

/** How long saving waits for the records next to an old date; without an answer nothing is asked. */
const PATIENCE = 3_000;

const isSame = (a: Values, b: Values): boolean => a.performedOn === b.performedOn && a.reading === b.reading;
const valuesOf = ({ performedOn, reading }: Values): Values => ({ performedOn, reading });

/** A doubtful date or reading is told at its field, and saved after one more press. */
export function useDoubts({ form, vehicleId, unit, facts, record, onConfirmed }: DoubtsOptions): Doubts {
  const { t } = useTranslation('records');
  const client = useQueryClient();
  const sentenceOf = useSentences(unit);
  const [left, setLeft] = useState<Values>();
  const [asked, setAsked] = useState<Doubt[]>([]);

  const loaded = (day: string): Neighbours | undefined => {
    const history = client.getQueryData(recordsQuery(vehicleId).queryKey);
    return history && neighboursIn(history.pages, day, record?.id);
  };
  const toAsk = (values: Values, neighbours: Neighbours | undefined): Doubt[] =>
    record && isSame(values, record.saved) ? [] : doubtsOf(values, neighbours, unit, facts);

  const shown = left && isSame(left, form.values) ? left : undefined;
  const day = shown?.performedOn ?? '';
  const known = shown && loaded(day);
  const asking = useQuery({ ...neighboursQuery(vehicleId, day, record?.id), enabled: day !== '' && !known });
  const doubts = shown ? toAsk(shown, known ?? asking.data) : [];

  async function ask(draft: Values): Promise<boolean> {
    const values = valuesOf(draft);
    const neighbours =
      loaded(values.performedOn) ?? (await inTime(client.fetchQuery(neighboursQuery(vehicleId, values.performedOn, record?.id))));
    const found = toAsk(values, neighbours);
    setLeft(values);
    setAsked(found);
    return found.length > 0;
  }
  function correct() {
    const field = asked[0]?.field ?? 'reading';
    setAsked([]);
    // After the dialog has given the focus back.
    requestAnimationFrame(() => form.getInputNode(field)?.focus());
  }
  function confirm() {
    setAsked([]);
    onConfirmed();
  }

  return {
    hints: Object.fromEntries(doubts.map((doubt) => [doubt.field, sentenceOf(doubt)])),
    onSettled: () => setLeft(valuesOf(form.getValues())),
    ask,
    question: (
      <ConfirmDialog
        isOpen={asked.length > 0}
        title={t('doubt.title')}
        confirmText={t('doubt.save')}
        confirmLook="filled"
        keepText={t('doubt.correct')}
        onConfirm={confirm}
        onClose={correct}
      >
        {asked.map((doubt) => (
          <p key={doubt.field}>{sentenceOf(doubt)}</p>
        ))}
      </ConfirmDialog>
    ),
  };
}

function useSentences(unit: ReadingUnit): (doubt: Doubt) => string {
  const { t } = useTranslation('records');
  const format = useFormat();
  const reading = useReading();
  return (doubt) => {
    if (doubt.kind === 'beforeYear') return t(`doubt.beforeYear.${doubt.field}`, { year: doubt.year });
    // Without the crumbs of binary fractions.
    const amount = reading(Math.round(doubt.amount * 10) / 10, unit);
    return doubt.kind === 'moreThanDetails'
      ? t('doubt.moreThanDetails', { amount })
      : t(`doubt.${doubt.kind}`, { amount, day: format.day(doubt.day) });
  };
}

/** Undefined if it fails or takes too long. */
function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined));
  return Promise.race([answer.catch(() => undefined), late]);
}
