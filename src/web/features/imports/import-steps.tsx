import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#contract/imports.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './import.module.css';
import { ImportCheck } from './import-check.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportFile } from './import-file.tsx';
import { importsQuery } from './imports.queries.ts';

const STEPS = ['file', 'questions', 'check', 'done'] as const;
type Step = (typeof STEPS)[number];

/** The steps of an import: its file, its preview, its result. */
export function ImportSteps() {
  const imports = useQuery(importsQuery());
  /** The user wants another file instead of the preview or result on show. */
  const [isChoosing, setChoosing] = useState(false);
  /** The user wants to answer questions about the table again. */
  const [isAsking, setAsking] = useState(false);
  /** The import that was just confirmed. */
  const [doneId, setDoneId] = useState<number>();
  if (imports.isError && !imports.data) return <LoadFailure error={imports.error} onRetry={() => void imports.refetch()} />;
  if (!imports.data) return <Skeleton height={160} count={2} />;
  const open = imports.data.find(({ status }) => status === 'open');
  const done = imports.data.find(({ id }) => id === doneId);
  const step = stepOf({ isChoosing, isAsking, open, done });
  return (
    <>
      <StepList step={step} />
      <StepPart
        {...{ step, open, done }}
        finished={imports.data.filter(({ status }) => status === 'done')}
        onRead={() => {
          setDoneId(undefined);
          setChoosing(false);
          setAsking(false);
        }}
        onDone={setDoneId}
        onOther={() => setChoosing(true)}
        onAsk={setAsking}
        onBack={open && (() => setChoosing(false))}
      />
    </>
  );
}

interface Shown {
  open: ImportPreview | undefined;
  done: ImportPreview | undefined;
}

function stepOf({ isChoosing, isAsking, open, done }: Shown & { isChoosing: boolean; isAsking: boolean }): Step {
  if (isChoosing || !(done ?? open)) return 'file';
  if (done) return 'done';
  return open?.table && (isAsking || !open.table.isAnswered) ? 'questions' : 'check';
}

interface StepPartProps extends Shown {
  step: Step;
  finished: readonly ImportPreview[];
  onRead: () => void;
  onDone: (id: number | undefined) => void;
  onOther: () => void;
  onAsk: (isAsking: boolean) => void;
  onBack: (() => void) | undefined;
}

function StepPart({ step, open, done, finished, onRead, onDone, onOther, onAsk, onBack }: StepPartProps) {
  if (step === 'questions' && open?.table)
    return <ImportColumns key={open.id} preview={open} table={open.table} onAnswered={() => onAsk(false)} onOther={onOther} />;
  if (step === 'check' && open) return <ImportCheck preview={open} onDone={onDone} onOther={onOther} onAsk={() => onAsk(true)} />;
  if (step === 'done' && done) return <ImportDone preview={done} onUndone={() => onDone(undefined)} onOther={onOther} />;
  return <ImportFile finished={finished} onRead={onRead} onBack={onBack} />;
}

function StepList({ step }: { step: Step }) {
  const { t } = useTranslation('imports');
  const current = STEPS.indexOf(step);
  return (
    <ol className={styles.steps} aria-label={t('steps.label')}>
      {STEPS.map((name, n) => (
        <li key={name} data-past={n < current || undefined} aria-current={n === current ? 'step' : undefined}>
          {t(`steps.${name}`)}
        </li>
      ))}
    </ol>
  );
}
