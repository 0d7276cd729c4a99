import type { Vehicle } from '#contract/vehicles.ts';
import { nameOf } from '../../../vehicle-name.ts';
import { NotePanel } from '../../notes/note-panel.tsx';
import { NoteView } from '../../notes/note-view.tsx';
import { useVehicleList } from '../vehicles.queries.ts';

/** The note of a vehicle; that of an archived one can only be read. */
export function VehicleNote({ vehicle, level }: { vehicle: Vehicle; level: 2 | 4 }) {
  const { reload, patch } = useVehicleList();
  const shared = { level, vehicleName: nameOf(vehicle) };
  if (vehicle.archivedAt !== null) return vehicle.note !== null && <NoteView {...shared} text={vehicle.note} />;
  return (
    <NotePanel
      {...shared}
      vehicleId={vehicle.id}
      text={vehicle.note}
      onChanged={(note) => patch(vehicle.id, { note })}
      onSettled={() => void reload()}
      onNotFound={() => void reload()}
    />
  );
}
