import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TIMELINE_SEARCH_MAX } from '#contract/limits.ts';
import { type HistoryYear, TIMELINE_SORTS, type TimelineSort } from '#contract/timeline.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { IconButton } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { useVehicleEntries } from '../entries-context.ts';
import type { EntryKind } from '../entry.ts';
import { kindKey } from '../kind-texts.ts';
import styles from './history-filter.module.css';
import { kindsOf } from './new-entry.tsx';
import type { FilterControl } from './use-timeline-filter.ts';

interface HistoryFilterProps extends Pick<FilterControl, 'filter' | 'typed' | 'type' | 'change'> {
  /** The years with entries that the search finds. */
  years: readonly HistoryYear[];
  /** Number of entries that are found; undefined while nothing is searched. */
  found: number | undefined;
}

/** Search, kind, year and order of a history. Searches while typing; Esc clears the field. */
export function HistoryFilter({ filter, typed, type, change, years, found }: HistoryFilterProps) {
  const { t } = useTranslation(['records', 'entries']);
  const format = useFormat();
  const { unit, vehicle } = useVehicleEntries();
  const input = useRef<HTMLInputElement>(null);

  function clear() {
    type('');
    input.current?.focus();
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || typed === '') return;
    event.preventDefault();
    clear();
  }
  // The chosen year stays in the list, even if the search finds nothing in it.
  const choices = [...new Set([...years.map(({ year }) => year), ...(filter.year ? [filter.year] : [])])].sort().reverse();
  return (
    <search>
      <form
        className={styles.filter}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          change({ q: typed.trim() });
        }}
      >
        <TextField
          ref={input}
          className={styles.search}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={TIMELINE_SEARCH_MAX}
          label={t('filter.search')}
          placeholder={unit === 'year' ? t('filter.hint') : t('filter.hintReading', { reading: format.number(90_000) })}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={handleKey}
          rightSection={typed !== '' && <IconButton icon="close" label={t('filter.clear')} onClick={clear} />}
        />
        {(vehicle.entryCount > vehicle.recordCount || filter.kinds) && (
          <SelectField
            label={t('entries:filter')}
            value={filter.kinds?.[0] ?? ''}
            onChange={(event) => change({ kinds: event.currentTarget.value ? [event.currentTarget.value as EntryKind] : undefined })}
            choices={[
              { value: '', label: t('entries:all') },
              ...kindsOf(vehicle).map((value) => ({ value, label: t(kindKey(value, unit)) })),
            ]}
          />
        )}
        <SelectField
          label={t('filter.year')}
          value={filter.year ?? ''}
          onChange={(event) => change({ year: event.currentTarget.value || undefined })}
          choices={[{ value: '', label: t('filter.allYears') }, ...choices.map((year) => ({ value: year, label: year }))]}
        />
        <SelectField
          label={t('filter.sort')}
          value={filter.sort}
          onChange={(event) => change({ sort: event.currentTarget.value as TimelineSort })}
          choices={TIMELINE_SORTS.filter((sort) => sort !== 'reading' || unit !== 'year').map((sort) => ({
            value: sort,
            label: t(`filter.sorts.${sort}`),
          }))}
        />
      </form>
      <div className="visually-hidden" role="status">
        {found !== undefined && t('filter.found', { count: found })}
      </div>
    </search>
  );
}
