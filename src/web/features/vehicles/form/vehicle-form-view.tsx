import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { Vehicle } from '#contract/vehicles.ts';
import { afterVehicleWrite } from '../../../api/keys.ts';
import { loadTexts } from '../../../i18n/browser-texts.ts';
import { vehiclePath } from '../../../paths.ts';
import { focusOn } from '../../../ui/focus-on.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast.ts';
import { nameOf } from '../../../vehicle-name.ts';
import { useVehicleList } from '../vehicles.queries.ts';
import { useFormOrigin } from './form-origin.ts';

const VehicleFormPage = lazyPart(async () => {
  const [{ VehicleFormPage: component }] = await Promise.all([import('./vehicle-form-page.tsx'), loadTexts(['vehicleForm', 'forms'])]);
  return component;
});

interface FormViewProps {
  vehicles: readonly Vehicle[];
  hidden: number;
  limit: number | null;
  onAdded: (vehicle: Vehicle) => void;
}

/** The form of a new (?add) or existing (?edit=id) vehicle; undefined while the list is shown. */
export function useFormView({ vehicles, hidden, limit, onAdded }: FormViewProps): ReactNode {
  const { t } = useTranslation('vehicles');
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const origin = useFormOrigin();
  const client = useQueryClient();
  const { put, reload, reloadRecords } = useVehicleList();
  const edited = params.get('edit');
  const vehicle = edited === null ? undefined : vehicles.find(({ id }) => String(id) === edited);
  const isForm = params.has('add') || vehicle !== undefined;

  // When the list is shown again: start the first record of a new vehicle, or return the focus to the control that opened the form.
  const shown = useRef<string>(undefined);
  const added = useRef<Vehicle>(undefined);
  const opener = isForm ? (vehicle ? `vehicle-edit-${vehicle.id}` : 'vehicle-add') : undefined;
  useEffect(() => {
    if (!opener && added.current) onAdded(added.current);
    else if (!opener && shown.current) focusOn(shown.current);
    shown.current = opener;
    added.current = undefined;
  }, [opener, onAdded]);

  // Archived, hidden or deleted: its page tells which.
  if (edited !== null && !vehicle) return <Navigate to={vehiclePath(Number(edited))} replace />;
  if (!isForm) return undefined;

  function handleSaved(saved: Vehicle) {
    put(saved);
    void afterVehicleWrite(client, saved.id);
    if (vehicle && (vehicle.mileageUnit !== saved.mileageUnit || vehicle.mileage !== saved.mileage)) void reloadRecords(saved.id);
    const makePlan = { label: t('makePlan'), run: () => void navigate(vehiclePath(saved.id, 'plan')) };
    showToast({ text: t(vehicle ? 'saved' : 'added', { name: nameOf(saved) }), ...(!vehicle && { action: makePlan }) });
    if (!vehicle) added.current = saved;
    void navigate(origin, { replace: true });
  }

  return (
    <Suspense fallback={<Skeleton height={600} />}>
      <VehicleFormPage
        key={edited ?? 'new'}
        vehicle={vehicle}
        count={vehicles.length + hidden}
        limit={limit}
        onSaved={handleSaved}
        onGone={() => void reload()}
      />
    </Suspense>
  );
}
