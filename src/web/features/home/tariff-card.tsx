import { useTranslation } from 'react-i18next';
import type { Tariff } from '#contract/tariffs.ts';
import { useHasSession, useSession } from '../../api/session.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { paths, planPath, registrationPath } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './tariffs.module.css';

interface TariffCardProps {
  tariff: Tariff;
  /** US dollars per month; undefined while loading or after a failure. */
  price: number | undefined;
  isLoading: boolean;
  /** Whether it is the logged-in user's tariff. */
  isCurrent: boolean;
  /** Whether it is a paid tariff while payment is disabled. */
  isBlocked: boolean;
}

/** A price tag; its button leads to the account, or to the registration without a session. */
export function TariffCard({ tariff, price, isLoading, isCurrent, isBlocked }: TariffCardProps) {
  const { t } = useTranslation('home');
  const points = t(`tariffs.points.${tariff}`, { returnObjects: true }) as string[];
  return (
    <article className={styles.card} data-current={isCurrent || undefined} data-blocked={isBlocked || undefined}>
      <h3>{t(`names.${tariff}`, { ns: 'tariffs' })}</h3>
      <p>{t(`cardInfoPay.${tariff}`)}</p>
      <Price price={price} isLoading={isLoading} />
      <ul>
        {points.map((point) => (
          <li key={point}>
            <Icon name="check" size="small" />
            {point}
          </li>
        ))}
        {tariff === 'basic' && (
          <li data-soft>
            <Icon name="info" size="small" />
            {t('tariffs.adverts')}
          </li>
        )}
      </ul>
      <Choice tariff={tariff} isCurrent={isCurrent} isBlocked={isBlocked} />
      {isBlocked && (
        <div className={styles.cover}>
          <span>{t('cardInfoPay.spanNotActive')}</span>
        </div>
      )}
    </article>
  );
}

function Price({ price, isLoading }: Pick<TariffCardProps, 'price' | 'isLoading'>) {
  const { t } = useTranslation('home');
  const format = useFormat();
  if (price === undefined)
    return (
      <div className={styles.price}>
        {isLoading && (
          <span className={styles.coming}>
            <span className="visually-hidden">{t('tariffs.loading')}</span>
          </span>
        )}
      </div>
    );
  if (price === 0)
    return (
      <div className={styles.price} data-word>
        {t('free', { ns: 'tariffs' })}
      </div>
    );
  return (
    <div className={styles.price}>
      {format.price(price, 'USD')}
      <small>{t('tariffs.perMonth')}</small>
    </div>
  );
}

function Choice({ tariff, isCurrent, isBlocked }: Pick<TariffCardProps, 'tariff' | 'isCurrent' | 'isBlocked'>) {
  const { t } = useTranslation('home');
  const session = useSession();
  const hasSession = useHasSession();
  const name = t(`names.${tariff}`, { ns: 'tariffs' });
  // Without a session, registration comes first; the chosen plan stays in the return address.
  const account = tariff === 'basic' ? paths.user : planPath(tariff);
  const target = tariff === 'basic' ? paths.service : account;
  if (isCurrent || isBlocked)
    return (
      <Button isWide disabled>
        {t(isCurrent ? 'cardInfoPay.buttonActive' : 'cardInfoPay.button')}
      </Button>
    );
  return (
    <ButtonLink
      isWide
      look={hasSession ? 'quiet' : 'filled'}
      to={session ? account : registrationPath(target)}
      aria-label={`${t('cardInfoPay.button')}: ${name}`}
    >
      {t('cardInfoPay.button')}
    </ButtonLink>
  );
}
