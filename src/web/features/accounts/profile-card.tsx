import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/users.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import styles from './account.module.css';
import { vehicleCountQuery } from './account.queries.ts';
import { Avatar } from './avatar.tsx';

interface ProfileCardProps {
  user: User;
  /** Facts and notice of the current order. */
  orderFacts?: ReactNode;
  orderNotice?: ReactNode;
}

/** The account card: name, tariff with its period, and number of vehicles. */
export function ProfileCard({ user, orderFacts, orderNotice }: ProfileCardProps) {
  const { t } = useTranslation(['user', 'tariffs']);
  const { day } = useFormat();
  const { tariff_start_date: start, tariff_end_date: end } = user;
  return (
    <>
      <div className={styles.who}>
        <Avatar user={user} />
        <div>
          <h1>{t('fullName', { first: user.first_name, last: user.last_name })}</h1>
          <p>{user.email}</p>
        </div>
      </div>
      <div className={styles.plan}>
        <Facts>
          <Fact label={t('tariff')}>{t(`tariffs:names.${user.tariff}`)}</Fact>
          {start && end && (
            <Fact label={t('period')}>
              {day(start)} – {day(end)}
            </Fact>
          )}
          <Fact label={t('vehicles')}>
            <VehicleCount />
          </Fact>
          {orderFacts}
        </Facts>
        {orderNotice}
        <ButtonLink look="quiet" to={paths.service}>
          {t('book')}
        </ButtonLink>
      </div>
    </>
  );
}

function VehicleCount() {
  const { t } = useTranslation('user');
  const { data, isError } = useQuery(vehicleCountQuery());
  if (!data) return isError ? t('unknown') : <span className={styles.coming} />;
  const { count, hidden, limit } = data;
  const sum = limit === null ? t('countOfAny', { count }) : t('countOf', { count, limit });
  return hidden > 0 ? `${sum}, ${t('hidden', { count: hidden })}` : sum;
}
