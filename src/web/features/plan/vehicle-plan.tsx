import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanLine } from '#contract/plan.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { planQuery } from '../../api/plan.queries.ts';
import { draftKeys } from '../../forms/drafts.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { accountPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { focusOn } from '../../ui/focus-on.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './plan.module.css';
import { planDraftsKey } from './plan-drafts.ts';
import { PlanRow, titleId } from './plan-row.tsx';
import { RemoveLine } from './remove-line.tsx';
import { usePlanTexts } from './use-plan-texts.ts';
import { usePlanWrites } from './use-plan-writes.ts';

const SetForm = lazyPart(async () => {
  const [{ SetForm: component }] = await Promise.all([import('./sets/set-form.tsx'), loadTexts(['planSets'])]);
  return component;
});
const LineForm = lazyPart(async () => (await import('./line-form.tsx')).LineForm);
const DoneForm = lazyPart(async () => (await import('./done-form.tsx')).DoneForm);
const YearlyUseForm = lazyPart(async () => (await import('./yearly-use-form.tsx')).YearlyUseForm);
const SnoozeForm = lazyPart(async () => (await import('./snooze-form.tsx')).SnoozeForm);

/** The line that is open, and what is open of it; `new` is the form for a new line, `set` a ready-made set, `use` how far it is driven. */
type Opened = 'new' | 'set' | 'use' | { lineId: number; part: 'actions' | 'edit' | 'done' | 'snooze' } | undefined;

/** The form with unsaved input, if there is one. */
function openedFirst(vehicleId: number): Opened {
  const start = planDraftsKey(vehicleId);
  const [key] = draftKeys(start);
  if (!key) return undefined;
  const line = key.slice(start.length);
  return line === 'new' || line === 'set' ? line : { lineId: Number(line), part: 'edit' };
}

/** The service plan of a vehicle. Needs the texts of `plan`, `vehicles` and `forms`. */
export function VehiclePlan({ vehicle, currency }: { vehicle: Vehicle; currency: Currency }) {
  const { t } = useTranslation('plan');
  const { data: lines, error, isPending, isFetching, refetch } = useQuery(planQuery(vehicle.id));
  const [opened, setOpened] = useState<Opened>(() => openedFirst(vehicle.id));
  const canChange = vehicle.archivedAt === null;
  const isEmpty = lines?.length === 0;
  // Nothing is known about another type of vehicle.
  const hasSet = canChange && vehicle.vehicleType !== 'other';
  const close = () => setOpened(undefined);
  return (
    <div className={styles.plan} aria-busy={isPending || undefined}>
      <div className={styles.head}>
        <h2>{t('title')}</h2>
        {canChange && opened !== 'new' && (
          <div className={styles.add}>
            {hasSet && !isEmpty && opened !== 'set' && (
              <Button look="plain" onClick={() => setOpened('set')}>
                {t('sets')}
              </Button>
            )}
            <Button look={isEmpty && !hasSet ? 'filled' : 'quiet'} icon="plus" onClick={() => setOpened('new')}>
              {t('add')}
            </Button>
          </div>
        )}
      </div>
      {opened === 'new' && (
        <Suspense fallback={<Skeleton height={320} />}>
          <LineForm vehicle={vehicle} currency={currency} line={undefined} onClose={close} />
        </Suspense>
      )}
      {!lines && (isFetching || !error) && <Skeleton height={112} count={3} />}
      {!lines && error && !isFetching && <LoadFailure error={error} fallback="planApi.500" onRetry={() => void refetch()} />}
      {isEmpty && !hasSet && opened !== 'new' && <EmptyState level={2} title={t('empty.title')} text={t('empty.text')} />}
      {lines && hasSet && (opened === 'set' || (isEmpty && opened !== 'new')) && (
        <Suspense fallback={<Skeleton height={320} />}>
          <SetForm vehicle={vehicle} plan={lines} onClose={close} />
        </Suspense>
      )}
      {lines && lines.length > 0 && <Lines {...{ vehicle, currency, lines, opened, setOpened }} />}
    </div>
  );
}

interface LinesProps {
  vehicle: Vehicle;
  currency: Currency;
  lines: readonly PlanLine[];
  opened: Opened;
  setOpened: (opened: Opened) => void;
}

function Lines({ vehicle, currency, lines, opened, setOpened }: LinesProps) {
  const { t } = useTranslation('plan');
  const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
  const { distance } = usePlanTexts(unit);
  const writes = usePlanWrites(vehicle.id, distance);
  const [removed, setRemoved] = useState<PlanLine>();
  const first = lines.find(({ state, snoozedUntil }) => state !== 'fine' && !snoozedUntil);
  function close(lineId: number) {
    setOpened(undefined);
    requestAnimationFrame(() => focusOn(titleId(lineId)));
  }
  const formOf = (line: PlanLine, part: string) => {
    const shared = { vehicle, line, onClose: () => close(line.id) };
    if (part === 'edit') return <LineForm {...shared} currency={line.expectedCost === null ? currency : line.currency} />;
    if (part === 'done') return <DoneForm {...shared} onDone={writes.onDone} />;
    return <SnoozeForm {...shared} onSnoozed={writes.put} />;
  };
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line) => {
          const part = typeof opened === 'object' && opened.lineId === line.id ? opened.part : undefined;
          const open = (next: 'edit' | 'done' | 'snooze') => () => setOpened({ lineId: line.id, part: next });
          return (
            <PlanRow
              key={line.id}
              line={line}
              unit={unit}
              isFirst={line === first}
              isOpen={part === 'actions'}
              onToggle={() => setOpened(part ? undefined : { lineId: line.id, part: 'actions' })}
              actions={
                vehicle.archivedAt === null
                  ? {
                      ...{ done: open('done'), edit: open('edit'), snooze: open('snooze') },
                      unsnooze: () => void writes.unsnooze(line),
                      skip: () => void writes.skip(line),
                      undo: (completionId) => void writes.undo(line, completionId),
                      remove: () => setRemoved(line),
                    }
                  : undefined
              }
            >
              {part && part !== 'actions' ? <Suspense fallback={<Skeleton height={180} />}>{formOf(line, part)}</Suspense> : undefined}
            </PlanRow>
          );
        })}
      </ul>
      {opened === 'use' && unit !== 'year' && (
        <Suspense fallback={<Skeleton height={140} />}>
          <YearlyUseForm vehicle={vehicle} unit={unit} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
      <div className={styles.note}>
        {opened !== 'use' && unit !== 'year' && <ForecastNote {...{ vehicle, lines, distance }} onOpen={() => setOpened('use')} />}
        <Link className={styles.link} to={accountPath('notices')}>
          {t('reminders')}
        </Link>
      </div>
      <RemoveLine vehicleId={vehicle.id} line={removed} onClose={() => setRemoved(undefined)} onRemoved={() => void writes.reload()} />
    </>
  );
}

interface ForecastNoteProps {
  vehicle: Vehicle;
  lines: readonly PlanLine[];
  distance: (value: number) => string;
  onOpen: () => void;
}

/** What forecasts count on, and a question if that is not known. */
function ForecastNote({ vehicle: { yearlyDistance, archivedAt, reading }, lines, distance, onOpen }: ForecastNoteProps) {
  const { t } = useTranslation('plan');
  const isForeseen = lines.some(({ forecastOn }) => forecastOn !== null);
  const isUnknown = lines.some(
    ({ dueReading, forecastOn, over }) => dueReading !== null && forecastOn === null && (over.distance ?? 0) < 0,
  );
  const asks = isUnknown && yearlyDistance === null && reading !== null && archivedAt === null;
  if (!isForeseen && !asks) return null;
  const stated = yearlyDistance !== null && t('use.stated', { distance: distance(yearlyDistance) });
  return (
    <p>
      {asks ? t('use.unknown') : stated || t('forecast')}{' '}
      {archivedAt === null && (asks || stated) && (
        <button type="button" className={styles.link} onClick={onOpen}>
          {t(asks ? 'use.say' : 'use.change')}
        </button>
      )}
    </p>
  );
}
