import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REPORT_VEHICLES_MAX } from '#contract/limits.ts';
import type { VehicleType } from '#contract/vehicle-types.ts';
import { isolated } from '../../i18n/isolated.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, TextField } from '../../ui/fields.tsx';
import styles from './report.module.css';

export interface ReportVehicle {
  id: number;
  brand: string;
  model: string;
  vehicleType: VehicleType;
  /** Tells vehicles of one name apart. */
  details?: string;
}

interface VehicleChoiceProps {
  vehicles: readonly ReportVehicle[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** With more vehicles, a field narrows the list. */
const EASILY_SEEN = 12;

const textOf = ({ brand, model, details = '' }: ReportVehicle): string => `${brand} ${model} ${details}`.toLowerCase();

/** Checkboxes of vehicles, with their number and the limit of a report. */
export function VehicleChoice({ vehicles, chosen, onChange }: VehicleChoiceProps) {
  const { t } = useTranslation('statistics');
  const { number } = useFormat();
  const [filter, setFilter] = useState('');
  const found = vehicles.filter((vehicle) => textOf(vehicle).includes(filter.trim().toLowerCase()));
  function set(ids: readonly number[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  }
  const foundIds = found.map(({ id }) => id);
  const isTooMany = chosen.size > REPORT_VEHICLES_MAX;
  return (
    <fieldset className={styles.choice}>
      <legend>{t('reports.vehicles')}</legend>
      {vehicles.length > EASILY_SEEN && (
        <TextField type="search" label={t('reports.filter')} value={filter} onChange={(event) => setFilter(event.currentTarget.value)} />
      )}
      <div className={styles.marks}>
        <Button look="quiet" size="small" onClick={() => set(foundIds, true)}>
          {t('reports.all')}
        </Button>
        <Button look="quiet" size="small" onClick={() => set(foundIds, false)}>
          {t('reports.none')}
        </Button>
      </div>
      <div className={styles.vehicles}>
        {found.map((vehicle) => (
          <CheckField
            key={vehicle.id}
            label={
              <>
                {isolated(`${vehicle.brand} ${vehicle.model}`)} <small>{vehicle.details}</small>
              </>
            }
            checked={chosen.has(vehicle.id)}
            onChange={(event) => set([vehicle.id], event.currentTarget.checked)}
          />
        ))}
        {found.length === 0 && <p>{t('reports.notFound')}</p>}
      </div>
      <p className={styles.chosen} role="status" data-wrong={isTooMany || undefined}>
        {t('reports.chosen', { chosen: number(chosen.size), total: number(vehicles.length) })}{' '}
        {(isTooMany || vehicles.length > REPORT_VEHICLES_MAX) && t('reports.most', { most: number(REPORT_VEHICLES_MAX) })}
      </p>
    </fieldset>
  );
}
