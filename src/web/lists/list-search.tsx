import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EMAIL_MAX } from '#contract/limits.ts';
import { TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './table.module.css';

const PAUSE = 300;

interface ListSearchProps {
  label: string;
  placeholder: string;
  q: string;
  onQuery: (q: string) => void;
}

/** Looks for a beginning, a moment after the last key; Enter does it at once, Esc empties the field. */
export function ListSearch({ label, placeholder, q, onQuery }: ListSearchProps) {
  const [typed, setTyped] = useState(q);
  const told = useRef(q);
  const tell = useDebouncedCallback((next: string) => {
    if (next === told.current) return;
    told.current = next;
    onQuery(next);
  }, PAUSE);

  // The way back of the browser changes the address too.
  useEffect(() => {
    if (q === told.current) return;
    told.current = q;
    setTyped(q);
  }, [q]);

  function change(next: string) {
    setTyped(next);
    tell(next.trim());
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter') tell.flush();
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
