import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { removeRecord, restoreRecord } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import { call } from '../../../api/call.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { focusOn } from '../../../ui/focus-on.ts';
import { showToast } from '../../../ui/toast.ts';
import { dropEntry, putEntry, useReloadEntries } from '../entries.queries.ts';
import { type Entry, entryKey, kindOf } from '../entry.ts';
import { partsOf } from '../kinds.ts';
import { rowId } from './entry-ids.ts';

const PATHS = { work: 'records', fill: 'fills', cost: 'costs', reading: 'readings' };

/** The same call for the kind of the entry: the paths differ only in its name. */
const ofKind = <Endpoint extends { path: string }>(endpoint: Endpoint, entry: Entry): Endpoint => ({
  ...endpoint,
  path: endpoint.path.replace(PATHS.work, PATHS[kindOf(entry)]),
});

/** Removes an entry from the list at once and offers to undo it; if the server rejects the removal, the entry returns with the reason. */
export function useRemoveEntry(vehicleId: number, currency: Currency): (entry: Entry) => Promise<void> {
  const { t } = useTranslation(['entries', 'records', 'vehicles']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const reload = useReloadEntries(vehicleId);
  const put = (entry: Entry) => putEntry(client, vehicleId, entry, currency);
  const nameOf = (entry: Entry) => partsOf(entry).nameOf(entry, t);

  async function restore(entry: Entry) {
    const result = await call(ofKind(restoreRecord, entry), { params: { vehicleId, recordId: entry.id } });
    if (result.success) {
      put({ ...entry, ...result.data } as Entry);
      reload();
      // The toast that had the focus is removed: focus the restored entry.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusOn(rowId(entryKey(entry)));
      });
      return;
    }
    showToast({
      text: t('records:notRestored', { name: nameOf(entry), reason: errorText(result.code, result.message) }),
      isFailure: true,
      action: { label: t('records:undo'), run: () => void restore(entry) },
    });
  }

  return async (entry) => {
    dropEntry(client, vehicleId, entryKey(entry), currency);
    const result = await call(ofKind(removeRecord, entry), { params: { vehicleId, recordId: entry.id } });
    if (result.success)
      showToast({
        text: t('records:removed', { name: nameOf(entry) }),
        action: { label: t('records:undo'), run: () => void restore(entry) },
      });
    else if (result.status === 404) showToast({ text: errorText(result.code, result.message), isFailure: true });
    else {
      put(entry);
      showToast({
        text: t('records:notRemoved', { name: nameOf(entry), reason: errorText(result.code, result.message) }),
        isFailure: true,
      });
    }
    reload();
  };
}
