import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './vehicles.module.css';

/** Vehicles beyond the tariff's limit are kept, but neither shown nor changed (specification 1). */
export function HiddenNotice({ count, limit }: { count: number; limit: number }) {
  const { t } = useTranslation('vehicles');
  return (
    <div className={styles.hiddenNotice}>
      <Notice
        icon="hidden"
        action={
          <ButtonLink look="quiet" to={paths.user}>
            {t('hidden.change')}
          </ButtonLink>
        }
      >
        <b>{t('hidden.title', { count })}</b> {t('hidden.text', { count: limit })}
      </Notice>
    </div>
  );
}
