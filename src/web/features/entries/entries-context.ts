import { createContext, use } from 'react';
import { readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import type { Entry, EntryKey } from './entry.ts';

/** What the buttons of a row do. Keeps its identity: rows are memoized. */
export interface EntryActions {
  edit: (entry: Entry) => void;
  remove: (entry: Entry) => void;
}

/** State and actions of the forms of a vehicle's entries. */
export interface EntryEditing {
  actions: EntryActions;
  /** Entries with a form in place of their row. */
  editedKeys: readonly EntryKey[];
  /** The entry saved last; its row is highlighted briefly. */
  savedKey: EntryKey | undefined;
  onSavedShown: () => void;
  /** The entry deleted last. */
  removedKey: EntryKey | undefined;
  /** Asked by a form when it is mounted: true if it was opened by a button, not if it is shown again. */
  takesFocus: (key: EntryKey) => boolean;
  onSaved: (entry: Entry) => void;
  onClose: (key: EntryKey) => void;
  /** The vehicle or the entry no longer exists, or the unit or the currency has changed. */
  onOutdated: () => void;
}

/** The vehicle whose entries are shown. */
interface VehicleEntries {
  vehicle: Vehicle;
  currency: Currency;
  /** undefined if the entries cannot be changed. */
  editing: EntryEditing | undefined;
  /** Printed for a buyer, for instance. */
  isWithoutPrices?: boolean | undefined;
}

export const VehicleEntriesContext = createContext<VehicleEntries | undefined>(undefined);

export function useVehicleEntries() {
  const entries = use(VehicleEntriesContext);
  if (!entries) throw new Error('no vehicle around these entries');
  return { ...entries, unit: readingUnitOf(entries.vehicle.vehicleType, entries.vehicle.mileageUnit) };
}

/** The same for a form, which is shown only where entries can be changed. */
export function useEditableEntries() {
  const { editing, ...entries } = useVehicleEntries();
  if (!editing) throw new Error('these entries cannot be changed');
  return { ...entries, editing };
}
