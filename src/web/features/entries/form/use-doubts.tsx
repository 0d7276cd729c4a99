import type { UseFormReturnType } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { latestQuery, neighboursQuery } from '../entries.queries.ts';
import type { RecordDraft } from '../records/record-draft.ts';
import { type Doubt, doubtsOf, type Neighbours, neighboursIn, type VehicleFacts } from './reading-doubts.ts';

type Values = Pick<RecordDraft, 'performedOn' | 'reading'>;

interface DoubtsOptions {
  form: Pick<UseFormReturnType<RecordDraft>, 'getValues' | 'getInputNode' | 'values'>;
  vehicleId: number;
  unit: ReadingUnit;
  facts: VehicleFacts;
  /** The edited record: its saved date and reading need no confirmation. */
  record?: { id: number; saved: Values };
  /** Saves without asking again. */
  onConfirmed: () => void;
}

export interface Doubts {
  /** The doubts as one text, once a field was left; '' if there are none. */
  hint: string;
  /** Called when date or reading lose the focus. */
  onSettled: () => void;
  /** Opens the dialog for doubtful values; returns false if there are none. */
  ask: (values: Values) => Promise<boolean>;
  question: ReactNode;
}

/** Milliseconds for which saving waits for the neighbours of an old date; without a response nothing is asked. */
const TIMEOUT = 3_000;

const isSame = (a: Values, b: Values): boolean => a.performedOn === b.performedOn && a.reading === b.reading;
const valuesOf = ({ performedOn, reading }: Values): Values => ({ performedOn, reading });

/** Names doubts about the date or reading once they are typed, and asks for confirmation before saving. */
export function useDoubts({ form, vehicleId, unit, facts, record, onConfirmed }: DoubtsOptions): Doubts {
  const { t } = useTranslation('records');
  const client = useQueryClient();
  const sentenceOf = useSentences(unit);
  const [left, setLeft] = useState<Values>();
  const [unconfirmed, setUnconfirmed] = useState<Doubt[]>([]);

  const loaded = (day: string): Neighbours | undefined => {
    const latest = client.getQueryData(latestQuery(vehicleId).queryKey);
    return latest && neighboursIn(latest, day, record?.id);
  };
  const toAsk = (values: Values, neighbours: Neighbours | undefined): Doubt[] =>
    record && isSame(values, record.saved) ? [] : doubtsOf(values, neighbours, unit, facts);

  const shown = left && isSame(left, form.values) ? left : undefined;
  const day = shown?.performedOn ?? '';
  const cached = shown && loaded(day);
  const asking = useQuery({ ...neighboursQuery(vehicleId, day, record?.id), enabled: day !== '' && !cached });
  const doubts = shown ? toAsk(shown, cached ?? asking.data) : [];

  async function ask(draft: Values): Promise<boolean> {
    const values = valuesOf(draft);
    const neighbours =
      loaded(values.performedOn) ?? (await inTime(client.fetchQuery(neighboursQuery(vehicleId, values.performedOn, record?.id))));
    const found = toAsk(values, neighbours);
    setLeft(values);
    setUnconfirmed(found);
    return found.length > 0;
  }
  function correct() {
    const field = unconfirmed[0]?.field ?? 'reading';
    setUnconfirmed([]);
    // After the dialog has returned the focus.
    requestAnimationFrame(() => form.getInputNode(field)?.focus());
  }
  function confirm() {
    setUnconfirmed([]);
    onConfirmed();
  }

  return {
    hint: doubts.map(sentenceOf).join(' '),
    onSettled: () => setLeft(valuesOf(form.getValues())),
    ask,
    question: (
      <ConfirmDialog
        isOpen={unconfirmed.length > 0}
        title={t('doubt.title')}
        confirmText={t('doubt.save')}
        confirmLook="filled"
        cancelText={t('doubt.correct')}
        onConfirm={confirm}
        onClose={correct}
      >
        {unconfirmed.map((doubt) => (
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
    // Rounded to hide binary fraction errors.
    const amount = reading(Math.round(doubt.amount * 10) / 10, unit);
    return doubt.kind === 'moreThanDetails'
      ? t('doubt.moreThanDetails', { amount })
      : t(`doubt.${doubt.kind}`, { amount, day: format.day(doubt.day) });
  };
}

/** Resolves with undefined if the promise rejects or takes longer than TIMEOUT. */
function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT, undefined));
  return Promise.race([answer.catch(() => undefined), timeout]);
}
