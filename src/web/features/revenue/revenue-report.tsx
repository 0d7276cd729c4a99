import { useTranslation } from 'react-i18next';
import type { Revenue } from '#contract/revenue.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { lostOf } from './month-share.ts';
import { MonthShares } from './month-shares.tsx';
import { PaidMonths } from './paid-months.tsx';
import styles from './revenue.module.css';
import { TariffsNow } from './tariffs-now.tsx';

/** Figures about payments. Each is defined below its chart. */
export function RevenueReport({ revenue: { paid, tariffs, conversion, renewal } }: { revenue: Revenue }) {
  const { t } = useTranslation('adminReports');
  const isEmpty = paid.every(({ payments }) => payments === 0) && renewal.every(({ of }) => of === 0);
  return (
    <div className={styles.report}>
      <Sheet>
        <TariffsNow tariffs={tariffs} />
      </Sheet>
      {isEmpty ? (
        <EmptyState title={t('revenue.empty.title')} text={t('revenue.empty.text')} />
      ) : (
        <>
          <Sheet>
            <PaidMonths months={paid} />
          </Sheet>
          <div className={styles.two}>
            <Sheet>
              <MonthShares name="conversion" months={conversion} />
            </Sheet>
            <Sheet>
              <MonthShares name="churn" months={renewal.map(lostOf)} />
            </Sheet>
          </div>
        </>
      )}
    </div>
  );
}
