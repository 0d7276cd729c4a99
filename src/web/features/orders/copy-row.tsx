import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../copy-text.ts';
import { IconButton } from '../../ui/button.tsx';
import styles from './payment-panel.module.css';

const TICK = 2_000;

type Outcome = 'copied' | 'refused';

export type CopyName = 'due' | 'code' | 'payee' | 'iban' | 'edrpou' | 'purpose';

interface CopyRowProps {
  name: CopyName;
  /** The text copied to the clipboard. */
  text: string;
  label?: ReactNode;
  help?: ReactNode;
  isBig?: boolean;
  /** The displayed value, if it is formatted for reading. */
  children?: ReactNode;
}

/** A value for the bank's form. Shows a check mark for 2 s after copying; if copying fails, shows the value selected. */
export function CopyRow({ name, text, label, help, isBig, children = text }: CopyRowProps) {
  const { t } = useTranslation('orders');
  const [outcome, setOutcome] = useState<Outcome>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function handleCopy() {
    clearTimeout(timer.current);
    const found = (await copyText(text)) ? 'copied' : 'refused';
    setOutcome(found);
    if (found === 'copied') timer.current = setTimeout(() => setOutcome(undefined), TICK);
  }

  const message = outcome === 'copied' ? t(`copied.${name}`) : outcome && t('copy.refused');
  return (
    <div>
      <dt>{label ?? t(`rows.${name}`)}</dt>
      <dd>
        <span className={styles.value} data-big={isBig || undefined}>
          {outcome === 'refused' ? <Selected text={text} label={t(`rows.${name}`)} /> : children}
          {help && <small>{help}</small>}
          <small className={outcome === 'refused' ? undefined : 'visually-hidden'} role="status">
            {message}
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
