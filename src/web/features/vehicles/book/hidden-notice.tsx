import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { PlanLink } from '../plan-link.tsx';
import styles from './vehicles.module.css';

/** Vehicles above the tariff's limit are kept, but neither shown nor editable (docs/product.md, Tariffs). */
export function HiddenNotice({ count, limit }: { count: number; limit: number }) {
  const { t } = useTranslation('vehicles');
  return (
    <div className={styles.hiddenNotice}>
      <Notice icon="hidden" action={<PlanLink look="quiet" />}>
        <b>{t('hidden.title', { count })}</b> {t('hidden.text', { count: limit })}
      </Notice>
    </div>
  );
}
