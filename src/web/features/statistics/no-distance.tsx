import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DistanceReason } from '#contract/statistics.ts';
import { useFormat } from '../../i18n/use-format.ts';

interface NoDistanceProps {
  reason: DistanceReason | null | undefined;
  /** Another reason. */
  children?: ReactNode;
}

/** In place of an unknown distance, or of the cost per unit: a dash, and why. */
export function NoDistance({ reason, children }: NoDistanceProps) {
  const { t } = useTranslation('statistics');
  const { day } = useFormat();
  return (
    <>
      {t('none')} {reason && <small>{t(`noDistance.${reason.code}`, { day: reason.performedOn && day(reason.performedOn) })}</small>}
      {children && <small>{children}</small>}
    </>
  );
}
