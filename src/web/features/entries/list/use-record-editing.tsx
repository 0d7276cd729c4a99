import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { afterVehicleWrite } from '../../../api/keys.ts';
import { focusOn } from '../../../ui/focus-on.ts';
import { EditRecordForm } from '../form/edit-record-form.tsx';
import type { VehicleFacts } from '../form/reading-doubts.ts';
import { editedRecordIds } from '../form/record-draft-keys.ts';
import type { RecordFormSettings } from '../form/record-form.tsx';
import { useOperations } from '../form/use-operations.ts';
import { putRecord } from '../records.queries.ts';
import { findInRow } from './record-row.ts';
import { useRemoveRecord } from './use-remove-record.ts';

/** The vehicle whose records are shown. */
export interface RecordsVehicle {
  vehicleId: number;
  vehicleName: string;
  unit: ReadingUnit;
  facts: VehicleFacts;
  /** The vehicle's current reading. */
  reading: number | null;
  currency: Currency;
  /** Archived: its records cannot be changed. */
  isReadOnly?: boolean;
}

interface EditingOptions {
  vehicle: RecordsVehicle;
  /** The records that are loaded, and the selection that they are. */
  records: readonly ServiceRecord[];
  selection?: string;
}

/** What the list of records needs to edit and delete them. */
export interface RecordEditing {
  /** The record saved last; its row is highlighted briefly. */
  savedId: number | undefined;
  onSavedShown: () => void;
  /** The form in place of a record's row while it is edited. */
  renderForm: (record: ServiceRecord) => ReactNode;
  onEdit: (record: ServiceRecord) => void;
  onRemove: (record: ServiceRecord) => void;
}

/** State and actions of the forms for records, shared by the latest records of a vehicle and its whole history. */
export function useRecordEditing({ vehicle, records: loaded, selection = '' }: EditingOptions) {
  const { vehicleId, unit, facts, currency } = vehicle;
  const client = useQueryClient();
  const [editedIds, setEditedIds] = useState<readonly number[]>(() => editedRecordIds(vehicleId));
  const records = useWithEdited(loaded, editedIds, selection);
  /** Set by the button that opens a form: a form takes the focus then, not whenever it is mounted. */
  const opened = useRef<number>(undefined);
  const [operations, requestOperations] = useOperations(vehicleId);
  const [removedId, setRemovedId] = useState<number>();
  const [savedId, setSavedId] = useState<number>();

  const reload = () => void afterVehicleWrite(client, vehicleId);
  function handleSaved(record: ServiceRecord) {
    putRecord(client, vehicleId, record);
    setSavedId(record.id);
    reload();
  }
  function closeForm(id: number) {
    setEditedIds((ids) => ids.filter((one) => one !== id));
    requestAnimationFrame(() => (findInRow(id) ?? document.getElementById(`history-${vehicleId}`))?.focus());
  }
  function takesFocus(id: number): boolean {
    if (opened.current !== id) return false;
    opened.current = undefined;
    return true;
  }
  const remove = useRemoveRecord(vehicleId);
  function handleRemove(record: ServiceRecord) {
    const index = records.findIndex(({ id }) => id === record.id);
    const next = records[index + 1] ?? records[index - 1];
    setRemovedId(record.id);
    void remove(record);
    requestAnimationFrame(() => focusOn(next ? `record-remove-${next.id}` : `history-${vehicleId}`));
  }

  const settings: RecordFormSettings = {
    ...{ vehicleId, unit, facts, currency, operations },
    onOperationFocus: requestOperations,
    onOutdated: reload,
  };
  const editing: RecordEditing | undefined = vehicle.isReadOnly
    ? undefined
    : {
        savedId,
        onSavedShown: () => setSavedId(undefined),
        renderForm: (record) =>
          editedIds.includes(record.id) && (
            <EditRecordForm
              {...settings}
              record={record}
              takesFocus={() => takesFocus(record.id)}
              onSaved={handleSaved}
              onClose={() => closeForm(record.id)}
            />
          ),
        onEdit: ({ id }) => {
          opened.current = id;
          setEditedIds((ids) => (ids.includes(id) ? ids : [...ids, id]));
        },
        onRemove: handleRemove,
      };
  return { settings, editing, editedIds, records, removedId, onSaved: handleSaved };
}

/**
 * The loaded records, and at their end those with a form that a newer record has pushed off the list: the form must not disappear while
 * someone types in it. Another selection starts without them.
 */
function useWithEdited(loaded: readonly ServiceRecord[], editedIds: readonly number[], selection: string): readonly ServiceRecord[] {
  const [before, setBefore] = useState({ selection, edited: [] as readonly ServiceRecord[] });
  const known = before.selection === selection ? [...loaded, ...before.edited] : loaded;
  const edited = editedIds.flatMap((id) => known.find((record) => record.id === id) ?? []);
  if (
    before.selection !== selection ||
    edited.length !== before.edited.length ||
    edited.some((record, index) => record !== before.edited[index])
  )
    setBefore({ selection, edited });
  const pushedOff = edited.filter((record) => !loaded.includes(record));
  return pushedOff.length === 0 ? loaded : [...loaded, ...pushedOff];
}
