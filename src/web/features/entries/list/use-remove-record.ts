import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createRecord, removeRecord, type ServiceRecord } from '#contract/records.ts';
import { newAttemptKey } from '../../../api/attempt-key.ts';
import { call } from '../../../api/call.ts';
import { afterVehicleWrite } from '../../../api/keys.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { showToast } from '../../../ui/toast.ts';
import { dropRecord, putRecord } from '../records.queries.ts';

/** Removes a record from the list at once and offers to undo it; if the server rejects the removal, the record returns with the reason. */
export function useRemoveRecord(vehicleId: number): (record: ServiceRecord) => Promise<void> {
  const { t } = useTranslation('records');
  const errorText = useErrorText();
  const client = useQueryClient();
  const onSettled = () => void afterVehicleWrite(client, vehicleId);
  const put = (record: ServiceRecord) => putRecord(client, vehicleId, record);

  async function restore(record: ServiceRecord, idempotencyKey: string) {
    const { id: _, ...body } = record;
    const result = await call(createRecord, { params: { vehicleId }, body, idempotencyKey });
    if (result.success) {
      put(result.data);
      onSettled();
      // The toast that had the focus is removed: focus the restored record.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.getElementById(`record-remove-${result.data.id}`)?.focus();
      });
      return;
    }
    showToast({
      text: t('notRestored', { name: record.operationName, reason: errorText(result.code, result.message) }),
      isFailure: true,
      action: { label: t('undo'), run: () => void restore(record, idempotencyKey) },
    });
  }

  return async (record) => {
    dropRecord(client, vehicleId, record.id);
    const result = await call(removeRecord, { params: { vehicleId, recordId: record.id } });
    if (result.success) {
      showToast({
        text: t('removed', { name: record.operationName }),
        action: { label: t('undo'), run: () => void restore(record, newAttemptKey()) },
      });
      onSettled();
    } else if (result.status === 404) {
      showToast({ text: errorText(result.code, result.message), isFailure: true });
      onSettled();
    } else {
      put(record);
      onSettled();
      showToast({ text: t('notRemoved', { name: record.operationName, reason: errorText(result.code, result.message) }), isFailure: true });
    }
  };
}
