import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/users.ts';
import { CallError } from '../../api/call-error.ts';
import { updateSession } from '../../api/session.ts';
import { userQuery } from '../../api/user.queries.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Avatar } from './avatar.tsx';
import styles from './user.module.css';
import { vehicleCountQuery } from './user.queries.ts';

/** The owner's line of the book: who, on which tariff, until when, with how many vehicles. */
export function ProfileCard() {
  const { data: user, error, refetch, isFetching } = useQuery(userQuery());
  useEffect(() => {
    if (user) updateSession({ name: user.first_name, tariff: user.tariff });
  }, [user]);

  if (user) return <Profile user={user} />;
  if (!error || isFetching) return <ProfileSkeleton />;
  return <ProfileFailure error={error} onAgain={() => void refetch()} />;
}

function Profile({ user }: { user: User }) {
  const { t } = useTranslation('user');
  const { day } = useFormat();
  const { status, tariff_start_date: start, tariff_end_date: end } = user;
  return (
    <>
      <div className={styles.who}>
        <Avatar user={user} />
        <div>
          <h1>
            {user.last_name} {user.first_name}
          </h1>
          <p>{user.email}</p>
        </div>
      </div>
      <Facts className={styles.plan}>
        <Fact label={t('tariff')}>{t(`tariffs.${user.tariff}`)}</Fact>
        {status === 'completed' && start && end && (
          <Fact label={t('period')}>
            {day(start)} – {day(end)}
          </Fact>
        )}
        <Fact label={t('vehicles')}>
          <VehicleCount />
        </Fact>
      </Facts>
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

export function ProfileFailure({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation('user');
  const errorText = useErrorText();
  const failure = error instanceof CallError ? error.failure : undefined;
  return (
    <>
      <h1 className={styles.title}>{t('title')}</h1>
      <Notice
        tone="failure"
        action={
          <Button look="quiet" size="small" onClick={onAgain}>
            {t('again')}
          </Button>
        }
      >
        {errorText(failure?.code ?? 'carsApi.unknownError', failure?.message)}
      </Notice>
    </>
  );
}

/** Of the card's own measures, so that nothing moves when it comes. */
export function ProfileSkeleton() {
  const { t } = useTranslation('user');
  return (
    <div aria-busy="true">
      <h1 className="visually-hidden">{t('title')}</h1>
      <div className={styles.who}>
        <div className={styles.avatar} />
        <Skeleton height={54} />
      </div>
      <div className={styles.plan}>
        <Skeleton height={54} />
      </div>
    </div>
  );
}
