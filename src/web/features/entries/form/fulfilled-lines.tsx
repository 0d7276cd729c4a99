import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { folded } from '#contract/folded.ts';
import { completePlanLine, type PlanLine } from '#contract/plan.ts';
import { call } from '../../../api/call.ts';
import { afterPlanWrite, planQuery } from '../../../api/plan.queries.ts';
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
  lines: readonly PlanLine[];
  i18n: I18n;
  client: QueryClient;
}

/** Stamps the lines with a saved entry; tells what could not be stamped, as a line by distance without a reading. */
export async function fulfil({ vehicleId, entryId, lines, i18n, client }: Fulfilled): Promise<void> {
  for (const { id: lineId, title: name } of lines) {
    const result = await call(completePlanLine, { params: { vehicleId, lineId }, body: { entryId } });
    const reason = result.success ? undefined : (result.errors?.[0]?.message ?? result.message);
    showToast(
      reason === undefined
        ? { text: i18n.t('plan:toast.doneOnce', { name }) }
        : { text: i18n.t('plan:toast.failed', { name, reason }), isFailure: true },
    );
  }
  await afterPlanWrite(client, vehicleId);
}
