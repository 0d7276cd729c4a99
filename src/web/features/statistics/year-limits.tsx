import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';

/** Beside a year that is incomplete: when it begins or ends. */
export function YearLimits({ since, until }: { since?: string | null | undefined; until?: string | null | undefined }) {
  const { t } = useTranslation('statistics');
  const { day } = useFormat();
  const limits = [since && t('since', { day: day(since) }), until && t('until', { day: day(until) })].filter(Boolean);
  return limits.length > 0 && <small>{limits.join(', ')}</small>;
}
