import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { EditRecordForm } from './edit-record-form.tsx';
import type { VehicleFacts } from './reading-doubts.ts';
import { editedRecordIds } from './record-draft-keys.ts';
import type { RecordFormSettings } from './record-form.tsx';
import { putRecord, reloadHistory } from './records.queries.ts';
import { operationsQuery, useOperations } from './use-operations.ts';
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
  /** The records that are shown. */
  records: readonly ServiceRecord[];
  /** Totals, readings and last work of the vehicle must be fetched again. */
  onChanged: () => void;
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

const focusOn = (id: string): void => document.getElementById(id)?.focus();

/** State and actions of the forms for records, shared by the latest records of a vehicle and its whole history. */
export function useRecordEditing({ vehicle, records, onChanged }: EditingOptions) {
  const { vehicleId, unit, facts, currency } = vehicle;
  const client = useQueryClient();
  const [editedIds, setEditedIds] = useState<readonly number[]>(() => editedRecordIds(vehicleId));
  const [operations, requestOperations] = useOperations(vehicleId);
  const [removedId, setRemovedId] = useState<number>();
  const [savedId, setSavedId] = useState<number>();

  function reload() {
    reloadHistory(client, vehicleId);
    void client.invalidateQueries({ queryKey: operationsQuery(vehicleId).queryKey });
    onChanged();
  }
  function handleSaved(record: ServiceRecord) {
    putRecord(client, vehicleId, record);
    setSavedId(record.id);
    reload();
  }
  function closeForm(id: number) {
    setEditedIds((ids) => ids.filter((one) => one !== id));
    requestAnimationFrame(() => focusOn(`record-edit-${id}`));
  }
  const remove = useRemoveRecord({ vehicleId, onChanged, onNotFound: reload });
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
            <EditRecordForm {...settings} record={record} onSaved={handleSaved} onClose={() => closeForm(record.id)} />
          ),
        onEdit: ({ id }) => setEditedIds((ids) => (ids.includes(id) ? ids : [...ids, id])),
        onRemove: handleRemove,
      };
  return { settings, editing, editedIds, removedId, onSaved: handleSaved };
}
