import { useTranslation } from 'react-i18next';
import { VEHICLE_GROUPS, type VehicleType } from '#contract/vehicle-types.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './type-tiles.module.css';

/** Twelve kinds in three groups; nothing else is asked before one is chosen. */
export function TypeTiles({ value, onChoose }: { value: VehicleType | ''; onChoose: (type: VehicleType) => void }) {
  const { t } = useTranslation(['vehicleForm', 'vehicles']);
  return (
    <div className={styles.types}>
      {Object.entries(VEHICLE_GROUPS).map(([area, types]) => (
        <div key={area} className={styles.area}>
          <span>{t(`areas.${area}`)}</span>
          <div className={styles.tiles}>
            {types.map((type) => (
              <label key={type} className={styles.tile}>
                <input
                  type="radio"
                  name="vehicleType"
                  value={type}
                  checked={value === type}
                  data-path="vehicle-vehicleType"
                  onChange={() => onChoose(type)}
                />
                <Icon name={type} size="tile" />
                {t(`vehicles:types.${type}`)}
              </label>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
