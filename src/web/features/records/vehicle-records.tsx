import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ServiceRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { CallError } from '../../api/call-error.ts';
import { EditRecordForm } from './edit-record-form.tsx';
import { NewRecordForm } from './new-record-form.tsx';
import type { VehicleFacts } from './reading-doubts.ts';
import { editedRecordIds } from './record-draft-keys.ts';
import { RecordHistory } from './record-history.tsx';
import { historyOf, withRecord } from './record-list.ts';
import { changeHistory, pageSize, recordsQuery, reloadHistory } from './records.queries.ts';
import { useLoadRecord } from './use-load-record.ts';
import { operationsQuery, useOperations } from './use-operations.ts';
import { useRemoveRecord } from './use-remove-record.ts';

interface VehicleRecordsProps {
  vehicleId: number;
  vehicleName: string;
  unit: ReadingUnit;
  facts: VehicleFacts;
  reading: number | null;
  recordCount: number;
  currency: Currency;
  /** False while the vehicle is closed: the history is neither loaded nor rendered; unsaved input stays. */
  isShown: boolean;
  focusRequest: number;
  /** The record that a link points to; its edit form opens. */
  linkedId?: number | undefined;
  onLinkedDone?: () => void;
  /** Closes the vehicle. */
  onFold: () => void;
  /** Totals, readings and last work of the vehicle must be fetched again. */
  onChanged: () => void;
}

const focusOn = (id: string): void => document.getElementById(id)?.focus();

/** The form for new records and the history of one vehicle. */
export function VehicleRecords(props: VehicleRecordsProps) {
  const { vehicleId, vehicleName, unit, facts, reading, recordCount, currency, isShown, focusRequest, linkedId } = props;
  const { onLinkedDone, onFold, onChanged } = props;
  const client = useQueryClient();
  const history = useInfiniteQuery({ ...recordsQuery(vehicleId), enabled: isShown });
  const records = history.data && historyOf(history.data.pages);
  const [editedIds, setEditedIds] = useState<readonly number[]>(() => editedRecordIds(vehicleId));
  const [operations, requestOperations] = useOperations(vehicleId);

  // The vehicle was deleted in another tab, or hidden because the tariff ended: fetch the list again, which shows the reason.
  const failure = history.error instanceof CallError ? history.error.failure : undefined;
  const isGone = failure?.status === 404 || failure?.code === 'carsApi.hidden';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (isGone) onChanged();
  }, [failure, isGone]);

  function reload() {
    void reloadHistory(client, vehicleId);
    void client.invalidateQueries({ queryKey: operationsQuery(vehicleId).queryKey });
    onChanged();
  }
  const [removedId, setRemovedId] = useState<number>();
  const [savedId, setSavedId] = useState<number>();
  function handleSaved(record: ServiceRecord) {
    changeHistory(client, vehicleId, (pages) => withRecord(pages, record));
    setSavedId(record.id);
    reload();
  }
  function handleEdit({ id }: ServiceRecord) {
    setEditedIds((ids) => (ids.includes(id) ? ids : [...ids, id]));
  }
  useLoadRecord({
    recordId: isShown ? linkedId : undefined,
    records: records?.data,
    pages: history,
    onFound: handleEdit,
    onDone: () => onLinkedDone?.(),
  });
  function closeForm(id: number) {
    setEditedIds((ids) => ids.filter((one) => one !== id));
    requestAnimationFrame(() => focusOn(`record-edit-${id}`));
  }
  async function showAll() {
    let last = await history.fetchNextPage({ cancelRefetch: false });
    while (last.hasNextPage && !last.isError) last = await history.fetchNextPage({ cancelRefetch: false });
  }
  const remove = useRemoveRecord({ vehicleId, onChanged, onNotFound: reload });

  function handleRemove(record: ServiceRecord) {
    const shown = records?.data ?? [];
    const index = shown.findIndex(({ id }) => id === record.id);
    const next = shown[index + 1] ?? shown[index - 1];
    setRemovedId(record.id);
    void remove(record);
    requestAnimationFrame(() => focusOn(next ? `record-remove-${next.id}` : `history-${vehicleId}`));
  }

  const settings = { vehicleId, unit, facts, currency, operations, onOperationFocus: requestOperations, onOutdated: reload };
  return (
    <>
      <NewRecordForm {...settings} reading={reading} focusRequest={focusRequest} removedId={removedId} onSaved={handleSaved} />
      {isShown && (
        <RecordHistory
          history={records}
          nextPage={history.hasNextPage ? pageSize(history.data?.pages.length ?? 0) : 0}
          isLoadingMore={history.isFetchingNextPage}
          onMore={() => void history.fetchNextPage({ cancelRefetch: false })}
          onAll={() => void showAll()}
          error={history.error}
          expectedCount={recordCount}
          vehicleId={vehicleId}
          vehicleName={vehicleName}
          unit={unit}
          currency={currency}
          savedId={savedId}
          onSavedShown={() => setSavedId(undefined)}
          renderForm={(record) =>
            editedIds.includes(record.id) && (
              <EditRecordForm {...settings} record={record} onSaved={handleSaved} onClose={() => closeForm(record.id)} />
            )
          }
          onEdit={handleEdit}
          onRemove={handleRemove}
          onFold={onFold}
          onAgain={() => void history.refetch()}
        />
      )}
    </>
  );
}
