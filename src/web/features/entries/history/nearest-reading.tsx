import { useTranslation } from 'react-i18next';
import type { ReferenceReading } from '#contract/records.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useReading } from '../../../i18n/use-reading.ts';
import { Button } from '../../../ui/button.tsx';
import { useVehicleEntries } from '../entries-context.ts';
import { entryKey } from '../entry.ts';
import styles from '../list/history-line.module.css';
import type { FilterControl } from './use-timeline-filter.ts';

interface NearestReadingProps {
  nearest: ReferenceReading;
  /** The history begins with the entry already. */
  isShown: boolean;
  onGo: FilterControl['change'];
}

/** Names the entry whose reading is nearest to the number in the search. */
export function NearestReading({ nearest, isShown, onGo }: NearestReadingProps) {
  const { t } = useTranslation('records');
  const format = useFormat();
  const reading = useReading();
  const { unit } = useVehicleEntries();
  return (
    <p className={styles.line}>
      {t('filter.nearest', { reading: reading(nearest.reading, unit), day: format.day(nearest.performedOn) })}{' '}
      {!isShown && (
        <Button look="plain" onClick={() => onGo({ q: '', year: undefined, sort: 'newest', at: entryKey(nearest) })}>
          {t('filter.goTo')}
        </Button>
      )}
    </p>
  );
}
