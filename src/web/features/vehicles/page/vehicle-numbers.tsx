import { useTranslation } from 'react-i18next';
import { numberKindOf } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { copyText } from '../../../copy-text.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.ts';
import { numberOf } from '../vehicle-number.ts';
import styles from './vehicle-page.module.css';

/** Whether it is laid up, year, VIN, HIN or serial number, and number plate of a vehicle, with buttons that copy the numbers; on phones without the year. */
export function VehicleNumbers({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('vehicles');
  async function copy(number: string) {
    const isCopied = await copyText(number);
    showToast({ text: t(isCopied ? 'page.copied' : 'page.notCopied', { number: isolated(number) }), isFailure: !isCopied });
  }
  const copyButton = (number: string) => <IconButton icon="copy" label={t('page.copy', { number })} onClick={() => void copy(number)} />;
  return (
    <p className={styles.numbers}>
      {vehicle.isPaused && <Badge state="wait">{t('details.isPaused')}</Badge>}
      <span className={styles.year}>{vehicle.year} ·</span>
      <span className={styles.year}>{t(`numbers.${numberKindOf(vehicle)}`)}</span>
      <span className={styles.number}>
        {isolated(numberOf(vehicle))}
        {copyButton(numberOf(vehicle))}
      </span>
      {vehicle.plate && (
        <span className={styles.number}>
          {isolated(vehicle.plate)}
          {copyButton(vehicle.plate)}
        </span>
      )}
    </p>
  );
}
