import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { removeRecord, restoreRecord } from '#contract/records.ts';
import { call } from '../../../api/call.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { focusOn } from '../../../ui/focus-on.ts';
import { showToast } from '../../../ui/toast.ts';
import { dropEntry, putEntry, useReloadEntries } from '../entries.queries.ts';
import { type Entry, entryKey } from '../entry.ts';
import { partsOf } from '../kinds.ts';
import { rowId } from './entry-ids.ts';

/** Removes an entry from the list at once and offers to undo it; if the server rejects the removal, the entry returns with the reason. */
export function useRemoveEntry(vehicleId: number): (entry: Entry) => Promise<void> {
  const { t } = useTranslation('records');
  const errorText = useErrorText();
  const client = useQueryClient();
  const reload = useReloadEntries(vehicleId);
  const put = (entry: Entry) => putEntry(client, vehicleId, entry);
  const nameOf = (entry: Entry) => partsOf(entry).nameOf(entry);

  async function restore(entry: Entry) {
    const result = await call(restoreRecord, { params: { vehicleId, recordId: entry.id } });
    if (result.success) {
      put(result.data);
      reload();
      // The toast that had the focus is removed: focus the restored entry.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusOn(rowId(entryKey(result.data)));
      });
      return;
    }
    showToast({
      text: t('notRestored', { name: nameOf(entry), reason: errorText(result.code, result.message) }),
      isFailure: true,
      action: { label: t('undo'), run: () => void restore(entry) },
    });
  }

  return async (entry) => {
    dropEntry(client, vehicleId, entryKey(entry));
    const result = await call(removeRecord, { params: { vehicleId, recordId: entry.id } });
    if (result.success)
      showToast({ text: t('removed', { name: nameOf(entry) }), action: { label: t('undo'), run: () => void restore(entry) } });
    else if (result.status === 404) showToast({ text: errorText(result.code, result.message), isFailure: true });
    else {
      put(entry);
      showToast({ text: t('notRemoved', { name: nameOf(entry), reason: errorText(result.code, result.message) }), isFailure: true });
    }
    reload();
  };
}
