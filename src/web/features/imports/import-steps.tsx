import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#contract/imports.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './import.module.css';
import { ImportCheck } from './import-check.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportFile } from './import-file.tsx';
import { importsQuery } from './imports.queries.ts';

const STEPS = ['file', 'check', 'done'] as const;
type Step = (typeof STEPS)[number];

/** The steps of an import: its file, its preview, its result. */
export function ImportSteps() {
  const imports = useQuery(importsQuery());
  /** The user wants another file instead of the preview or result on show. */
  const [isChoosing, setChoosing] = useState(false);
  /** The import that was just confirmed. */
  const [doneId, setDoneId] = useState<number>();
  if (imports.isError && !imports.data) return <LoadFailure error={imports.error} onRetry={() => void imports.refetch()} />;
  if (!imports.data) return <Skeleton height={160} count={2} />;
  const open = imports.data.find(({ status }) => status === 'open');
  const done = imports.data.find(({ id }) => id === doneId);
  const step: Step = isChoosing ? 'file' : done ? 'done' : open ? 'check' : 'file';
  return (
    <>
      <StepList step={step} />
      <StepPart
        {...{ step, open, done }}
        finished={imports.data.filter(({ status }) => status === 'done')}
        onRead={() => {
          setDoneId(undefined);
          setChoosing(false);
        }}
        onDone={setDoneId}
        onOther={() => setChoosing(true)}
        onBack={open && (() => setChoosing(false))}
      />
    </>
  );
}

interface StepPartProps {
  step: Step;
  open: ImportPreview | undefined;
  done: ImportPreview | undefined;
  finished: readonly ImportPreview[];
  onRead: () => void;
  onDone: (id: number | undefined) => void;
  onOther: () => void;
  onBack: (() => void) | undefined;
}

function StepPart({ step, open, done, finished, onRead, onDone, onOther, onBack }: StepPartProps) {
  if (step === 'check' && open) return <ImportCheck preview={open} onDone={onDone} onOther={onOther} />;
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
