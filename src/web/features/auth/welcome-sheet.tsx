import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaidTariff } from '#contract/tariffs.ts';
import { newVehiclePath, planPath } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './welcome-sheet.module.css';

export interface Welcome {
  name: string;
  email: string;
  /** State of the login that follows the registration: pending, successful or failed. */
  state: 'entering' | 'inside' | 'outside';
}

interface WelcomeSheetProps extends Omit<Welcome, 'email'> {
  /** Chosen before the registration; can be ordered now. */
  plan: PaidTariff | undefined;
  onLogin: () => void;
}

/** Shown in place of the tabs after a registration. */
export function WelcomeSheet({ name, state, plan, onLogin }: WelcomeSheetProps) {
  const { t } = useTranslation('auth');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Sheet className={styles.sheet}>
      <svg className={styles.stamp} viewBox="0 0 84 84" aria-hidden="true">
        <circle cx="42" cy="42" r="38" strokeWidth="2.5" />
        <circle cx="42" cy="42" r="31" strokeWidth="1" />
        <path d="m27 43 10.5 10.5L58 32" strokeWidth="4" />
      </svg>
      <h1 ref={title} tabIndex={-1}>
        {t('welcome.title')}
      </h1>
      <Facts className={styles.owner}>
        <Fact label={t('welcome.owner')}>{name}</Fact>
      </Facts>
      <p>{t(state === 'outside' ? 'welcome.outside' : 'welcome.text')}</p>
      {state === 'outside' ? (
        <Button onClick={onLogin}>{t('login.send')}</Button>
      ) : state === 'inside' ? (
        <div className={styles.links}>
          {plan && <ButtonLink to={planPath(plan)}>{t('welcome.plan')}</ButtonLink>}
          <ButtonLink look={plan ? 'plain' : 'filled'} icon="plus" to={newVehiclePath}>
            {t('welcome.add')}
          </ButtonLink>
        </div>
      ) : (
        <Button icon="plus" isBusy>
          {t('welcome.add')}
        </Button>
      )}
    </Sheet>
  );
}
