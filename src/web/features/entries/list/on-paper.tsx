import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import type { TimelineFilter } from '../entries.queries.ts';
import { useVehicleEntries } from '../entries-context.ts';
import { kindKey } from '../kind-texts.ts';
import styles from './on-paper.module.css';

/** On paper, where the form is missing: what the entries were selected by, and that a search took too long. */
export function FilterLine({ q, year, kinds, isComplete }: Pick<TimelineFilter, 'q' | 'year' | 'kinds'> & { isComplete: boolean }) {
  const { t } = useTranslation(['records', 'entries']);
  const { unit } = useVehicleEntries();
  const parts = [
    ...(q ? [`${t('filter.search')}: ${q}`] : []),
    ...(kinds ? [`${t('entries:filter')}: ${kinds.map((kind) => t(kindKey(kind, unit))).join(', ')}`] : []),
    ...(year ? [`${t('filter.year')}: ${year}`] : []),
    ...(isComplete ? [] : [t('filter.incomplete')]),
  ];
  return parts.length > 0 && <p className={styles.line}>{parts.join(' · ')}</p>;
}

/** On paper: that entries are missing, and how many. */
export function ShownEntries({ shown, count }: { shown: number; count: number }) {
  const { t } = useTranslation('records');
  const format = useFormat();
  return shown < count && <p className={styles.line}>{t('history.shown', { shown: format.number(shown), all: format.number(count) })}</p>;
}
