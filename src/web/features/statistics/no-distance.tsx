import { useTranslation } from 'react-i18next';
import type { DistanceReason } from '#contract/statistics.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** In place of an unknown distance, or of the cost per unit: a dash, and why. */
export function NoDistance({ reason }: { reason: DistanceReason | null | undefined }) {
  const { t } = useTranslation('statistics');
  const { day } = useFormat();
  return (
    <>
      {t('none')} {reason && <small>{t(`noDistance.${reason.code}`, { day: reason.performedOn && day(reason.performedOn) })}</small>}
    </>
  );
}
