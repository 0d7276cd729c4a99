import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasDraft } from '../../../forms/drafts.ts';
import { focusOn } from '../../../ui/focus-on.ts';
import { showToast } from '../../../ui/toast.ts';
import { isBelow, PHONE } from '../../../ui/use-is-below.ts';
import { useVehicleEntries } from '../entries-context.ts';
import type { Entry } from '../entry.ts';
import { newEntryDraft } from '../form/entry-draft-keys.ts';
import { KINDS, partsOf } from '../kinds.ts';
import { titleId } from '../list/entry-ids.ts';
import styles from './whole-history.module.css';

const { NewForm } = KINDS.work;

/** The form for a new entry. On phones it is folded until it is requested or has a draft. */
export function NewEntry({ focusRequest }: { focusRequest: number }) {
  const { t } = useTranslation('records');
  const { vehicle } = useVehicleEntries();
  const [foldedAt, setFoldedAt] = useState(() => (hasDraft(newEntryDraft(vehicle.id, 'work')) ? -1 : 0));
  const isFolded = focusRequest <= foldedAt;
  function fold() {
    setFoldedAt(focusRequest);
    requestAnimationFrame(() => focusOn(titleId(vehicle.id)));
  }
  function handleAdded(entry: Entry, isBlank: boolean) {
    if (!isBlank || !isBelow(PHONE)) return;
    fold();
    showToast({ text: t('form.added', { name: partsOf(entry).nameOf(entry) }) });
  }
  return (
    <div className={styles.newEntry} data-folded={isFolded || undefined}>
      <NewForm focusRequest={focusRequest} onAdded={handleAdded} onFold={isFolded ? undefined : fold} />
    </div>
  );
}
