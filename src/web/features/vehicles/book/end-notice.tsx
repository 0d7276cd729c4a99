import { useTranslation } from 'react-i18next';
import { DAY } from '#contract/time.ts';
import type { User } from '#contract/users.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { accountPath } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './vehicles.module.css';

/** Days before the end of the tariff from which the book says so. */
const NOTICE_DAYS = 7;

/** Says that the tariff ends soon, unless it is already paid on; `vehicles` is the number of those that are shown. */
export function EndNotice({ user, vehicles }: { user: User; vehicles: number }) {
  const { t } = useTranslation(['vehicles', 'tariffs']);
  const { day } = useFormat();
  const { tariff, tariff_end_date: end, status } = user;
  if (tariff === 'basic' || !end || status === 'confirmed' || Date.parse(end) - Date.now() > NOTICE_DAYS * DAY) return null;
  const isWaiting = status === 'processing';
  return (
    <div className={styles.hiddenNotice}>
      <Notice
        action={
          <ButtonLink look="quiet" to={accountPath(isWaiting ? 'order' : 'tariff')}>
            {t(isWaiting ? 'plan.order' : 'ends.extend')}
          </ButtonLink>
        }
      >
        <b>{t('ends.title', { tariff: t(`tariffs:names.${tariff}`), end: day(end) })}</b>{' '}
        {vehicles > 1 && t('ends.text', { count: vehicles - 1 })}
      </Notice>
    </div>
  );
}
