import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { CallError } from '../../api/call-error.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RecordCards } from './record-cards.tsx';
import styles from './record-history.module.css';
import type { History } from './record-list.ts';
import { RecordTable } from './record-table.tsx';

const PAGE = 50;

interface RecordHistoryProps {
  history: History | undefined;
  error: Error | null;
  /** As the list told, so that the place is kept while the history is read. */
  expectedCount: number;
  vehicleId: number;
  vehicleName: string;
  unit: ReadingUnit;
  currency: Currency;
  onEdit: (record: ServiceRecord) => void;
  onRemove: (record: ServiceRecord) => void;
  onAgain: () => void;
}

/** Newest first, 50 at a time; a table, or a list of cards under 678 px. */
export function RecordHistory({ history, error, expectedCount, vehicleId, onAgain, ...rest }: RecordHistoryProps) {
  const { t } = useTranslation('records');
  const errorText = useErrorText();
  const [shown, setShown] = useState(PAGE);
  const isNarrow = useMediaQuery('(max-width: 677px)', undefined, { getInitialValueInEffect: false });
  const count = history?.data.length ?? expectedCount;
  const more = Math.min(PAGE, count - shown);
  const Records = isNarrow ? RecordCards : RecordTable;

  return (
    <section className={styles.history} aria-labelledby={`history-${vehicleId}`}>
      <div className={styles.head}>
        <h4 id={`history-${vehicleId}`} tabIndex={-1}>
          {t('history.title')}
        </h4>
        {count > 0 && <small>{t('history.count', { count })}</small>}
      </div>
      {!history && !error && <Skeleton height={isNarrow ? 105 : 53} count={Math.min(expectedCount, PAGE) + 1} />}
      {!history && error && (
        <Notice
          tone="failure"
          action={
            <Button look="quiet" onClick={onAgain}>
              {t('history.again')}
            </Button>
          }
        >
          <b>{t('history.failed')}</b> {error instanceof CallError && errorText(error.failure.code, error.failure.message)}
        </Notice>
      )}
      {history && count === 0 && <p className={styles.none}>{t('history.none')}</p>}
      {history && count > 0 && (
        <Records
          {...rest}
          records={history.data.slice(0, shown)}
          totalCost={history.totalCost}
          more={
            more > 0 && (
              <div className={styles.more}>
                <Button look="quiet" onClick={() => setShown(shown + PAGE)}>
                  {t('history.more', { count: more })}
                </Button>
                {count - shown > PAGE && (
                  <Button look="plain" onClick={() => setShown(Number.POSITIVE_INFINITY)}>
                    {t('history.all', { value: count })}
                  </Button>
                )}
              </div>
            )
          }
        />
      )}
    </section>
  );
}
