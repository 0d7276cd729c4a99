import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import styles from './vehicles.module.css';

interface VehicleSearchFieldProps {
  query: string;
  /** Number of matches; undefined without a query. */
  found: number | undefined;
  /** Neither vehicles nor records match. */
  isNothing: boolean;
  onQuery: (query: string) => void;
  /** Called on Enter or the button if the query has matches. */
  onGo: () => void;
}

/** Filters while typing. Enter in an empty field shows an error; Esc clears the field. */
export function VehicleSearchField({ query, found, isNothing, onQuery, onGo }: VehicleSearchFieldProps) {
  const { t } = useTranslation('vehicles');
  const [isInvalid, setInvalid] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function change(next: string) {
    setInvalid(false);
    onQuery(next);
  }
  function clear() {
    change('');
    input.current?.focus();
  }
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (query.trim() === '') setInvalid(true);
    else if (found) onGo();
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || query === '') return;
    event.preventDefault();
    clear();
  }

  return (
    <search>
      <form className={styles.search} noValidate onSubmit={handleSubmit}>
        <TextField
          ref={input}
          id="vehicle-search"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          error={isInvalid && 'validation.required'}
          value={query}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={handleKey}
          rightSection={
            <>
              {query !== '' && <IconButton icon="close" label={t('search.clear')} onClick={clear} />}
              <IconButton type="submit" icon="search" label={t('search.button')} />
            </>
          }
        />
        {isNothing && (
          <p className={styles.none}>
            {t('search.none', { query: query.trim() })}{' '}
            <button type="button" onClick={clear}>
              {t('search.showAll')}
            </button>
          </p>
        )}
      </form>
      <div className="visually-hidden" role="status">
        {isNothing && t('search.none', { query: query.trim() })}
        {found !== undefined && found > 0 && t('search.found', { count: found })}
      </div>
    </search>
  );
}
