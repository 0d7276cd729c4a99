import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import type { TimelineFilter } from '../records.queries.ts';
import styles from './on-paper.module.css';

/** On paper, where the form is missing: what the records were selected by. */
export function FilterLine({ q, year }: Pick<TimelineFilter, 'q' | 'year'>) {
  const { t } = useTranslation('records');
  const parts = [...(q ? [`${t('filter.search')}: ${q}`] : []), ...(year ? [`${t('filter.year')}: ${year}`] : [])];
  return parts.length > 0 && <p className={styles.line}>{parts.join(' · ')}</p>;
}

/** On paper: that records are missing, and how many. */
export function ShownRecords({ shown, count }: { shown: number; count: number }) {
  const { t } = useTranslation('records');
  const format = useFormat();
  return shown < count && <p className={styles.line}>{t('history.shown', { shown: format.number(shown), all: format.number(count) })}</p>;
}
