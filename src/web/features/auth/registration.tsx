import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AboutStep } from './about-step.tsx';
import { CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';
import type { Credentials } from './enter.ts';
import { StepList } from './step-list.tsx';
import { STEPS, useRegistration } from './use-registration.ts';

interface RegistrationProps {
  /** Switches to the login tab with an address that already has an account. */
  onLogin: (email: string) => void;
  onRegistered: (name: string, credentials: Credentials) => Promise<void>;
}

export function Registration({ onLogin, onRegistered }: RegistrationProps) {
  const { t } = useTranslation('auth');
  const registration = useRegistration(onRegistered);
  const { step } = registration;
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(step);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    panel.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  }, [step]);

  return (
    <div ref={panel}>
      <StepList current={step} />
      <p className="visually-hidden" role="status">
        {t('steps.now', { number: STEPS.indexOf(step) + 1, name: t(`steps.${step}`) })}
      </p>
      {step === 'email' && <EmailStep registration={registration} onLogin={onLogin} />}
      {step === 'code' && <CodeStep registration={registration} />}
      {step === 'about' && <AboutStep registration={registration} onLogin={onLogin} />}
    </div>
  );
}
