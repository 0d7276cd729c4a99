import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { VehicleType } from '#contract/vehicle-types.ts';
import { IndexTab, Sheet } from '../../../ui/sheet.tsx';
import styles from './vehicles.module.css';

interface VehicleGroupProps {
  type: VehicleType;
  count: number;
  isOpen: boolean;
  /** No vehicle of the group matches the search. */
  isHidden: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** The vehicles of one type on one sheet, below its tab. */
export function VehicleGroup({ type, count, isOpen, isHidden, onToggle, children }: VehicleGroupProps) {
  const { t } = useTranslation('vehicles');
  return (
    <section className={styles.group} hidden={isHidden}>
      <h2 className={styles.tab}>
        <IndexTab icon={type} count={count} isOpen={isOpen} aria-controls={`group-${type}`} onClick={onToggle}>
          {t(`groups.${type}`)}
        </IndexTab>
      </h2>
      <Sheet isBare hasTab id={`group-${type}`} hidden={!isOpen}>
        {children}
      </Sheet>
    </section>
  );
}
