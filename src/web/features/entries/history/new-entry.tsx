import { useState } from 'react';
import { hasDraft } from '../../../forms/drafts.ts';
import { focusOn } from '../../../ui/focus-on.ts';
import { useVehicleEntries } from '../entries-context.ts';
import { newEntryDraft } from '../form/entry-draft-keys.ts';
import { KINDS } from '../kinds.ts';
import { titleId } from '../list/entry-ids.ts';
import styles from './whole-history.module.css';

const { NewForm } = KINDS.work;

/** The form for a new entry. On phones it is folded until it is requested or has a draft, and stays for the next work of a visit. */
export function NewEntry({ focusRequest }: { focusRequest: number }) {
  const { vehicle } = useVehicleEntries();
  const [foldedAt, setFoldedAt] = useState(() => (hasDraft(newEntryDraft(vehicle.id, 'work')) ? -1 : 0));
  const isFolded = focusRequest <= foldedAt;
  function fold() {
    setFoldedAt(focusRequest);
    requestAnimationFrame(() => focusOn(titleId(vehicle.id)));
  }
  return (
    <div className={styles.newEntry} data-folded={isFolded || undefined}>
      <NewForm focusRequest={focusRequest} onFold={isFolded ? undefined : fold} />
    </div>
  );
}
