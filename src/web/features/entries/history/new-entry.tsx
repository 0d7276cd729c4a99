import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ENTRY_KINDS } from '#contract/entry-kinds.ts';
import { fuelsOf } from '#contract/fuels.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { hasDraft } from '../../../forms/drafts.ts';
import { focusOn } from '../../../ui/focus-on.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useVehicleEntries } from '../entries-context.ts';
import type { EntryKind } from '../entry.ts';
import { newEntryDraft } from '../form/entry-draft-keys.ts';
import { kindKey } from '../kind-texts.ts';
import { KINDS } from '../kinds.ts';
import { titleId } from '../list/entry-ids.ts';
import styles from './whole-history.module.css';

/** A request to enter something: `count` increases with each one; 0 is none. */
export interface EntryRequest {
  kind: EntryKind;
  count: number;
  /** The work to begin with. */
  work?: string | undefined;
}

export const hasFuel = ({ fuelType, secondFuelType }: Vehicle): boolean => fuelsOf(fuelType, secondFuelType).length > 0;

/** The kinds of entries that a vehicle can have; a bicycle has no fuel and no counter. */
export const kindsOf = (vehicle: Vehicle): readonly EntryKind[] =>
  ENTRY_KINDS.filter((kind) => (kind === 'fill' ? hasFuel(vehicle) : kind !== 'reading' || vehicle.mileageUnit !== null));

/** Pixels below the choice of a kind that show the first fields of each form. */
const FIRST_FIELDS = 200;

/** Scrolls to a choice below which there is no room, as on a phone held sideways; otherwise choosing would seem to do nothing. */
function showFormBelow(choice: HTMLElement | null): void {
  if (choice && window.innerHeight - choice.getBoundingClientRect().bottom < FIRST_FIELDS) choice.scrollIntoView();
}

/**
 * The form for a new entry, of work or of the kind that is chosen above it. On phones it is folded until it is requested or has a draft, and
 * stays for the next entry.
 */
export function NewEntry({ request }: { request: EntryRequest }) {
  const { vehicle, unit } = useVehicleEntries();
  const { t } = useTranslation(['entries', 'records']);
  const kinds = kindsOf(vehicle);
  const drafted = kinds.find((one) => hasDraft(newEntryDraft(vehicle.id, one)));
  const [foldedAt, setFoldedAt] = useState(() => (drafted ? -1 : 0));
  const [chosen, setChosen] = useState({ kind: drafted ?? request.kind, at: request.count });
  // A request chooses its kind, until another one is chosen.
  const kind = request.count > chosen.at ? request.kind : chosen.kind;
  const isFolded = request.count <= foldedAt;
  const choice = useRef<HTMLDivElement>(null);
  function fold() {
    setFoldedAt(request.count);
    requestAnimationFrame(() => focusOn(titleId(vehicle.id)));
  }
  function choose(next: EntryKind) {
    setChosen({ kind: next, at: request.count });
    showFormBelow(choice.current);
  }
  const { NewForm } = KINDS[kind];
  return (
    <div className={styles.newEntry} data-folded={isFolded || undefined}>
      <div ref={choice} className={styles.kinds}>
        <SegmentedControl
          label={t('choose')}
          options={kinds.map((value) => ({ value, label: t(kindKey(value, unit)) }))}
          value={kind}
          onChange={choose}
        />
      </div>
      <Suspense fallback={<Skeleton height={235} />}>
        <NewForm focusRequest={request.kind === kind ? request.count : 0} work={request.work} onFold={isFolded ? undefined : fold} />
      </Suspense>
    </div>
  );
}
