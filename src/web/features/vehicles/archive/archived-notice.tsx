import { useTranslation } from 'react-i18next';
import type { Vehicle } from '#contract/vehicles.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from '../page/vehicle-page.module.css';

/** Why nothing can be changed on the page of an archived vehicle. */
export function ArchivedNotice({ vehicle: { archivedAt } }: { vehicle: Vehicle }) {
  const { t } = useTranslation('vehicles');
  const format = useFormat();
  if (archivedAt === null) return null;
  return (
    <div className={styles.archived}>
      <Notice tone="info" icon="archive">
        {t('page.archived', { day: format.day(archivedAt), view: t('page.view.details') })}
      </Notice>
    </div>
  );
}
