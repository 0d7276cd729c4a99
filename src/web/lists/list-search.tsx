import { useDebouncedCallback } from '@mantine/hooks';
import type { KeyboardEvent } from 'react';
import { EMAIL_MAX } from '#contract/limits.ts';
import { TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { useUrlText } from '../ui/use-url-text.ts';
import styles from './table.module.css';

const DEBOUNCE_DELAY = 300;

interface ListSearchProps {
  label: string;
  placeholder: string | undefined;
  q: string;
  /** While it returns false, the query waits. */
  isReady: () => boolean;
  onQuery: (q: string) => void;
}

/** A search field. Calls `onQuery` 300 ms after the last key, or on Enter at once; Esc clears the field. */
export function ListSearch({ label, placeholder, q, isReady, onQuery }: ListSearchProps) {
  const [typed, setTyped, note] = useUrlText(q);
  const report = useDebouncedCallback((): void => {
    // Not the text of the last key: a link or the back button may have replaced it.
    const next = typed.trim();
    if (!isReady()) report();
    else if (note(next)) onQuery(next);
  }, DEBOUNCE_DELAY);

  function change(next: string) {
    setTyped(next);
    report();
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter') report.flush();
    if (event.key !== 'Escape' || typed === '') return;
    event.preventDefault();
    change('');
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
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
    </search>
  );
}
