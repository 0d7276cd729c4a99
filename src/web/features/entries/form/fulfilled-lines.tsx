import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { folded } from '#contract/folded.ts';
import { completePlanLine, EXTRA, type OccurrenceChoices, type PlanLine } from '#contract/plan.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { call } from '../../../api/call.ts';
import { afterPlanWrite, planQuery } from '../../../api/plan.queries.ts';
import { OccurrenceChoice } from '../../../forms/occurrence-choice.tsx';
import { Button } from '../../../ui/button.tsx';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { CheckField } from '../../../ui/fields.tsx';
import { showToast } from '../../../ui/toast.ts';
import styles from './fulfilled-lines.module.css';

interface FulfilledLinesProps {
  vehicleId: number;
  /** The work or the title as typed. */
  name: string;
  hasReading: boolean;
  /** Called with the lines that stay ticked. */
  onChange: (lines: readonly PlanLine[]) => void;
}

/** The lines that an entry of that name fulfils: they have its title, or an entry of that name has stamped them before. */
const fulfilledBy = (lines: readonly PlanLine[], name: string): PlanLine[] => {
  const typed = folded(name);
  return typed === '' ? [] : lines.filter(({ title, works }) => [title, ...works].some((work) => folded(work) === typed));
};

/** Whether the line is due at a reading. */
const isByDistance = ({ everyDistance, dueAt }: PlanLine): boolean => everyDistance !== null || dueAt !== null;

/** The lines of the plan that a new entry fulfils, ticked; of those by distance it says that they need a reading. */
export function FulfilledLines({ vehicleId, name: typedName, hasReading, onChange }: FulfilledLinesProps) {
  const { t } = useTranslation('plan');
  const { data } = useQuery({ ...planQuery(vehicleId), retry: false });
  const [unticked, setUnticked] = useState<readonly number[]>([]);
  const lines = fulfilledBy(data ?? [], typedName);
  const canStamp = (line: PlanLine) => hasReading || !isByDistance(line);
  const ticked = lines.filter((line) => canStamp(line) && !unticked.includes(line.id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choice changes
  useEffect(() => {
    onChange(ticked);
    return () => onChange([]);
  }, [ticked.map(({ id }) => id).join()]);
  if (lines.length === 0) return null;
  return (
    <div className={styles.lines}>
      {lines.map((line) => {
        const { id, title: name } = line;
        if (!canStamp(line)) return <p key={id}>{t('fulfilsWithReading', { name })}</p>;
        return (
          <CheckField
            key={id}
            label={t('fulfils', { name })}
            checked={!unticked.includes(id)}
            onChange={(event) => {
              const isTicked = event.currentTarget.checked;
              setUnticked((ids) => (isTicked ? ids.filter((other) => other !== id) : [...ids, id]));
            }}
          />
        );
      })}
    </div>
  );
}

interface Fulfilled {
  vehicleId: number;
  entryId: number;
  i18n: I18n;
  client: QueryClient;
}

/** A line of which the server asks which date the saved entry was for. */
export interface AskedLine {
  entryId: number;
  line: PlanLine;
  choices: OccurrenceChoices['choices'];
}

/** Stamps a line with a saved entry and says so. The choices if it has to be asked which date is meant. */
export async function fulfil(
  { vehicleId, entryId, i18n, client }: Fulfilled,
  line: PlanLine,
  occurrence?: string,
): Promise<AskedLine | undefined> {
  const { id: lineId, title: name } = line;
  const result = await call(completePlanLine, {
    params: { vehicleId, lineId },
    body: { entryId, ask: true, ...(occurrence !== undefined && { occurrence }) },
  });
  if (!result.success && result.code === 'planApi.whichOccurrence')
    return { entryId, line, choices: (result.data as OccurrenceChoices).choices };
  // Such as a line by distance without a reading.
  const reason = result.success ? undefined : (result.errors?.[0]?.message ?? result.message);
  showToast(
    reason === undefined
      ? { text: i18n.t('plan:toast.doneOnce', { name }) }
      : { text: i18n.t('plan:toast.failed', { name, reason }), isFailure: true },
  );
  await afterPlanWrite(client, vehicleId);
  return undefined;
}

interface WhichOccurrenceProps {
  asked: AskedLine;
  unit: ReadingUnit;
  /** Stamps the line. */
  onChosen: (occurrence: string) => Promise<void>;
  /** The line stays as it is. */
  onClose: () => void;
}

/** Asks which date of a fixed line a saved entry was for, if it is far from the one on show. The nearest is chosen. */
export function WhichOccurrence({ asked: { line, choices }, unit, onChosen, onClose }: WhichOccurrenceProps) {
  const { t } = useTranslation('plan');
  const [occurrence, setOccurrence] = useState(choices[0]?.occurrence ?? EXTRA);
  const [isSending, setSending] = useState(false);
  const choose = () => {
    setSending(true);
    void onChosen(occurrence);
  };
  return (
    <Dialog isOpen title={t('doneForm.title', { name: line.title })} onClose={onClose} isGuarded>
      <OccurrenceChoice choices={choices} unit={unit} value={occurrence} onChange={setOccurrence} />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isSending}>
          {t('doneForm.cancel')}
        </Button>
        <Button icon="stamp" onClick={choose} isBusy={isSending} busyText={t('doneForm.busy')}>
          {t('doneForm.submit')}
        </Button>
      </div>
    </Dialog>
  );
}
