import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ImportedVehicle, type ImportPreview, type ImportTarget, updateImport } from '#contract/imports.ts';
import { call } from '../../api/call.ts';
import { vehiclesQuery } from '../../api/vehicles.queries.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { SelectField } from '../../ui/fields.tsx';
import styles from './import.module.css';
import { keepImport } from './imports.queries.ts';
import { NewVehicleFields } from './new-vehicle-fields.tsx';
import { useRenewImports } from './use-renew-imports.ts';

/** Where the entries of each vehicle go. */
export function ImportVehicles({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation('imports');
  const client = useQueryClient();
  const { isSending, failure, submit } = useSubmit();
  const renew = useRenewImports();
  const change = (index: number, answer: { target: ImportTarget } | { fields: Record<string, string> }) =>
    submit(async () => {
      const result = await call(updateImport, { params: { importId: preview.id }, body: { vehicles: [{ index, ...answer }] } });
      if (!result.success) return renew(result);
      keepImport(client, result.data);
      return result;
    });
  return (
    <div className={styles.part}>
      <h3>{t('vehicles.title')}</h3>
      <FailureNotice failure={failure} />
      <ul className={styles.vehicles} aria-busy={isSending}>
        {preview.vehicles.map((vehicle) => (
          <VehicleLine key={vehicle.index} vehicle={vehicle} isBusy={isSending} onChange={(answer) => void change(vehicle.index, answer)} />
        ))}
      </ul>
    </div>
  );
}

interface VehicleLineProps {
  vehicle: ImportedVehicle;
  isBusy: boolean;
  onChange: (answer: { target: ImportTarget } | { fields: Record<string, string> }) => void;
}

function VehicleLine({ vehicle, isBusy, onChange }: VehicleLineProps) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  const { data } = useQuery(vehiclesQuery());
  const { name, number, target, isGuess, reason, missing, fresh, known, refused, leftOut } = vehicle;
  const own = (data?.data ?? []).map(({ id, brand, model, year }) => ({ value: String(id), label: `${brand} ${model}, ${year}` }));
  const isListed = typeof target !== 'number' || own.some(({ value }) => value === String(target));
  const choices = [
    { value: 'new', label: t('vehicles.new') },
    ...own,
    ...(isListed ? [] : [{ value: String(target), label: t('vehicles.hidden') }]),
    { value: 'nowhere', label: t('vehicles.nowhere') },
  ];
  const parts = [number, t('vehicles.rows', { count: fresh + known + refused + leftOut }), isGuess ? t('vehicles.guess') : undefined];
  const isIncomplete = !reason && target === 'new' && missing.length > 0;
  return (
    <li>
      <p>
        <b>{name || t('vehicles.nameless')}</b>
        <br />
        <small>{parts.filter(Boolean).join(' · ')}</small>
      </p>
      <SelectField
        label={null}
        aria-label={t('vehicles.for', { name })}
        choices={choices}
        value={String(target)}
        disabled={isBusy}
        help={reason && errorText(reason.code)}
        onChange={({ target: { value } }) => onChange({ target: /^\d+$/.test(value) ? Number(value) : (value as 'new' | 'nowhere') })}
      />
      {isIncomplete && <NewVehicleFields vehicle={vehicle} isBusy={isBusy} onSave={(fields) => onChange({ fields })} />}
    </li>
  );
}
