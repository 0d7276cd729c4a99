import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { formatNumber } from './format.ts';
import { useLanguage } from './use-language.ts';

/** Formats a reading with its unit: «98 047 км», «612,5 мотогод»; a year (bicycles) has no unit. */
export function useReading(): (value: number, unit: ReadingUnit) => string {
  const { t } = useTranslation('vehicles');
  const language = useLanguage();
  return useCallback(
    (value, unit) =>
      unit === 'year'
        ? String(value)
        : t(`reading.${unit}`, { count: value, value: formatNumber(value, language, { maximumFractionDigits: 1 }) }),
    [t, language],
  );
}
