import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { VEHICLE_GROUPS, type VehicleType } from '#contract/vehicle-types.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './type-tiles.module.css';

interface TypeTilesProps {
  value: VehicleType | '';
  /** Shows only the chosen tile. */
  isCollapsed: boolean;
  onChoose: (type: VehicleType) => void;
  onCollapse: () => void;
  onExpand: () => void;
}

/** The twelve vehicle types in three groups; the rest of the form appears once one is chosen. */
export function TypeTiles({ value, isCollapsed, onChoose, onCollapse, onExpand }: TypeTilesProps) {
  const { t } = useTranslation(['vehicleForm', 'vehicles']);

  /** Arrow keys and the space bar also fire click events, with `detail` 0. */
  function handleClick({ detail }: MouseEvent) {
    if (detail === 0) return;
    if (isCollapsed) onExpand();
    else onCollapse();
  }
  function handleKeyDown(event: KeyboardEvent, type: VehicleType) {
    if (event.key !== 'Enter') return;
    // Keep Enter from submitting the form.
    event.preventDefault();
    if (type !== value) onChoose(type);
    onCollapse();
  }

  return (
    <div className={styles.types} data-collapsed={isCollapsed || undefined}>
      {(Object.keys(VEHICLE_GROUPS) as (keyof typeof VEHICLE_GROUPS)[]).map((area) => (
        <div key={area} className={styles.area}>
          <span hidden={isCollapsed}>{t(`areas.${area}`)}</span>
          <div className={styles.tiles}>
            {VEHICLE_GROUPS[area].map((type) => (
              <label key={type} className={styles.tile} hidden={isCollapsed && type !== value}>
                <input
                  type="radio"
                  name="vehicleType"
                  value={type}
                  checked={value === type}
                  data-path="vehicle-vehicleType"
                  onChange={() => onChoose(type)}
                  onClick={handleClick}
                  onKeyDown={(event) => handleKeyDown(event, type)}
                />
                <Icon name={type} size="tile" />
                {t(`vehicles:types.${type}`)}
              </label>
            ))}
          </div>
        </div>
      ))}
      {isCollapsed && (
        <Button look="plain" onClick={onExpand}>
          {t('changeType')}
        </Button>
      )}
    </div>
  );
}
