import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import styles from './payment-panel.module.css';

const TICK = 2_000;

type Outcome = 'copied' | 'refused';

/** Without a secure connection there is no clipboard, and a browser may refuse it. */
async function copy(text: string): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'refused';
  }
}

export type CopyName = 'due' | 'code' | 'payee' | 'iban' | 'edrpou' | 'purpose';

interface CopyRowProps {
  name: CopyName;
  /** What is copied. */
  text: string;
  label?: ReactNode;
  help?: ReactNode;
  isBig?: boolean;
  /** What is shown, where it is written otherwise for reading. */
  children?: ReactNode;
}

/** A value for the bank's form. Copied, it shows a tick for a moment; where copying is refused, the value stands selected. */
export function CopyRow({ name, text, label, help, isBig, children = text }: CopyRowProps) {
  const { t } = useTranslation('orders');
  const [outcome, setOutcome] = useState<Outcome>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function handleCopy() {
    clearTimeout(timer.current);
    const found = await copy(text);
    setOutcome(found);
    if (found === 'copied') timer.current = setTimeout(() => setOutcome(undefined), TICK);
  }

  const said = outcome === 'copied' ? t(`copied.${name}`) : outcome && t('copy.refused');
  return (
    <div>
      <dt>{label ?? t(`rows.${name}`)}</dt>
      <dd>
        <span className={styles.value} data-big={isBig || undefined}>
          {outcome === 'refused' ? <Selected text={text} label={t(`rows.${name}`)} /> : children}
          {help && <small>{help}</small>}
          <small className={outcome === 'refused' ? undefined : 'visually-hidden'} role="status">
            {said}
          </small>
        </span>
        <IconButton
          className={outcome === 'copied' ? styles.copied : undefined}
          icon={outcome === 'copied' ? 'check' : 'copy'}
          label={t(`copy.${name}`)}
          onClick={() => void handleCopy()}
        />
      </dd>
    </div>
  );
}

function Selected({ text, label }: { text: string; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <input ref={field} className={styles.selected} value={text} aria-label={label} readOnly onFocus={(event) => event.target.select()} />
  );
}
