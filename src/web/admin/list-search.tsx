import type { KeyboardEvent } from 'react';
import { EMAIL_MAX } from '#contract/limits.ts';
import { TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { useDelayedWrite, useUrlText } from '../ui/use-url-text.ts';
import styles from './table.module.css';

interface ListSearchProps {
  label: string;
  placeholder: string | undefined;
  q: string;
  onQuery: (q: string) => void;
}

/** A search field. Calls `onQuery` a moment after the last key, or on Enter at once; Esc clears the field. */
export function ListSearch({ label, placeholder, q, onQuery }: ListSearchProps) {
  const [typed, setTyped, markWritten] = useUrlText(q);
  const search = useDelayedWrite(typed.trim(), q, (next) => {
    markWritten(next);
    onQuery(next);
  });

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter') search();
    if (event.key !== 'Escape' || typed === '') return;
    event.preventDefault();
    setTyped('');
  }
  return (
    <search className={styles.find}>
      <TextField
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        label={null}
        aria-label={label}
        placeholder={placeholder}
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
    </search>
  );
}
