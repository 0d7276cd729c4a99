import { useTranslation } from 'react-i18next';
import type { FuelConsumption } from '#contract/consumption.ts';
import { useFormat } from '../../../i18n/use-format.ts';

/** Less than this has two decimals, such as petrol beside gas. */
const SMALL = 2;

/** Formats a consumption, its unit alone, and a volume. */
export function useConsumption() {
  const { t } = useTranslation('entries');
  const { number } = useFormat();
  const figure = (value: number): string => {
    const digits = value < SMALL ? 2 : 1;
    return number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  };
  return {
    figure,
    /** An estimate is rounded so that it looks like one. */
    estimate: (value: number): string => number(value, { maximumSignificantDigits: 2 }),
    withUnit: (value: number, { unit }: Pick<FuelConsumption, 'unit'>): string => t(`consumption.${unit}`, { value: figure(value) }),
    unitOf: ({ unit }: Pick<FuelConsumption, 'unit'>): string => t(`consumption.${unit}`, { value: '' }).trim(),
    volume: (volume: number, { volumeUnit }: Pick<FuelConsumption, 'volumeUnit'>): string =>
      t(`volume.${volumeUnit}`, { volume: number(volume, { maximumFractionDigits: 1 }) }),
  };
}
