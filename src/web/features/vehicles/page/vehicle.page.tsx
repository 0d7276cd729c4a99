import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { CallError } from '../../../api/call-error.ts';
import { useSession } from '../../../api/session.ts';
import { userQuery } from '../../../api/user.queries.ts';
import { vehiclesQuery } from '../../../api/vehicles.queries.ts';
import { loadTexts } from '../../../i18n/browser-texts.ts';
import { loginPath, paths, type VehicleView, vehiclePath } from '../../../paths.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useUrlParams } from '../../../ui/use-url-params.ts';
import { nameOf } from '../../../vehicle-name.ts';
import { vehicleIdOf, vehicleViewOf } from '../../../vehicle-paths.ts';
import { type EntryRequest, hasFuel, kindsOf } from '../../entries/history/new-entry.tsx';
import { WholeHistory } from '../../entries/history/whole-history.tsx';
import { NotFoundPage } from '../../not-found/not-found.page.tsx';
import { ArchivedNotice } from '../archive/archived-notice.tsx';
import { ThumbBar } from '../book/thumb-bar.tsx';
import { VehicleFailure, VehicleSkeleton } from '../book/vehicle-states.tsx';
import { vehicleQuery } from '../vehicles.queries.ts';
import { VehicleCover } from './vehicle-cover.tsx';
import { VehicleDetails } from './vehicle-details.tsx';
import styles from './vehicle-page.module.css';
import { VehicleTabs } from './vehicle-tabs.tsx';

const VehicleCosts = lazyPart(async () => {
  const [{ VehicleCosts: component }] = await Promise.all([import('../../statistics/vehicle-costs.tsx'), loadTexts(['statistics'])]);
  return component;
});

const VehicleFuel = lazyPart(async () => {
  const [{ VehicleFuel: component }] = await Promise.all([
    import('../../statistics/consumption/vehicle-fuel.tsx'),
    loadTexts(['fuel', 'statistics']),
  ]);
  return component;
});

const VehicleValues = lazyPart(async () => {
  const [{ VehicleValues: component }] = await Promise.all([import('../values/vehicle-values.tsx'), loadTexts(['values'])]);
  return component;
});

const VehiclePlan = lazyPart(async () => {
  const [{ VehiclePlan: component }] = await Promise.all([import('../../plan/vehicle-plan.tsx'), loadTexts(['plan'])]);
  return component;
});

const loadMarks = async () => (await Promise.all([import('../../plan/plan-marks.tsx'), loadTexts(['plan'])]))[0];
const NextDue = lazyPart(async () => (await loadMarks()).NextDue);
const PlanCount = lazyPart(async () => (await loadMarks()).PlanCount);
const PlanOnPaper = lazyPart(async () => {
  const [{ PlanOnPaper: component }] = await Promise.all([import('../../plan/plan-on-paper.tsx'), loadTexts(['plan'])]);
  return component;
});

const MissingVehicle = lazyPart(async () => (await import('./missing-vehicle.tsx')).MissingVehicle);

const ReportButton = lazyPart(async () => {
  const [{ ReportButton: component }] = await Promise.all([
    import('../../reports/report-button.tsx'),
    loadTexts(['statistics', 'entries']),
  ]);
  return component;
});

/** The book of one vehicle: its history, its costs and its details. That of an archived vehicle can only be read. */
export function VehiclePage() {
  const { t } = useTranslation('notFound');
  const { vehicleId: param } = useParams();
  const vehicleId = vehicleIdOf(param);
  // The server renders one page for all vehicles, at the pattern of their addresses.
  const isUnknown = vehicleId === undefined && param !== ':vehicleId';
  if (!isUnknown) return <OwnVehicle vehicleId={vehicleId} />;
  return (
    <>
      <title>{`${t('title')} · Carnet`}</title>
      {/* Not loaded on use: the server has rendered it. */}
      <NotFoundPage />
    </>
  );
}

const MISSING: ReadonlySet<string> = new Set(['carsApi.404', 'carsApi.hidden']);

/** A vehicle of the list, or an archived one. */
function OwnVehicle({ vehicleId }: { vehicleId: number | undefined }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const book = useQuery({ ...vehiclesQuery(), enabled: Boolean(session) });
  const listed = book.data?.data.find(({ id }) => id === vehicleId);
  const other = useQuery({ ...vehicleQuery(vehicleId ?? 0), enabled: Boolean(session && book.data && !listed) });
  // Only the currency is needed: if this request fails, the vehicle is shown anyway.
  const user = useQuery({ ...userQuery(), enabled: Boolean(session), retry: false });
  // Deferred: React renders the vehicle in slices, and input does not wait for it.
  const isLoaded = useDeferredValue(Boolean(book.data) && !user.isPending);
  if (session === null) return <Navigate to={loginPath(pathname + search)} replace />;
  if (book.isError && !book.data) return <VehicleFailure error={book.error} onAgain={() => void book.refetch()} />;
  if (!isLoaded || !book.data) return <VehicleSkeleton />;
  const failure = !listed && other.error instanceof CallError ? other.error.failure : undefined;
  if (failure && MISSING.has(failure.code))
    return (
      <Suspense fallback={<VehicleSkeleton />}>
        <MissingVehicle code={failure.code} />
      </Suspense>
    );
  const shown = listed ? { vehicle: listed, year: book.data.year } : other.data;
  if (!shown && other.error) return <VehicleFailure error={other.error} onAgain={() => void other.refetch()} />;
  if (!shown) return <VehicleSkeleton />;
  return <VehicleBookPage key={shown.vehicle.id} {...shown} currency={user.data?.currency ?? 'UAH'} />;
}

interface ViewProps {
  vehicle: Vehicle;
  currency: Currency;
}

const isArchived = ({ archivedAt }: Vehicle): boolean => archivedAt !== null;

function HistoryView({ vehicle, currency }: ViewProps) {
  const [request, setRequest] = useState<EntryRequest>({ kind: 'work', count: 0 });
  const enter = (kind: EntryRequest['kind'], work?: string) => setRequest(({ count }) => ({ kind, work, count: count + 1 }));
  const { params, edit } = useUrlParams();
  const asked = kindsOf(vehicle).find((kind) => kind === params.get('new'));
  // A link to a form, as that of the reading in the head, is followed once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (asked === undefined) return;
    if (!isArchived(vehicle)) enter(asked, params.get('work') ?? undefined);
    edit({ new: undefined, work: undefined }, { replace: true });
  }, [asked]);
  return (
    <div className={styles.inner}>
      <Suspense fallback={null}>
        <PlanOnPaper vehicle={vehicle} />
      </Suspense>
      <WholeHistory vehicle={vehicle} currency={currency} request={request} />
      {!isArchived(vehicle) && <ThumbBar hasFuel={hasFuel(vehicle)} onAdd={(kind) => enter(kind)} />}
    </div>
  );
}

function DetailsView({ vehicle, currency }: ViewProps) {
  const navigate = useNavigate();
  return (
    <div className={styles.inner}>
      <VehicleDetails vehicle={vehicle} level={2} onRemoved={() => void navigate(paths.service, { replace: true })} />
      <Suspense fallback={<Skeleton height={96} />}>
        <VehicleValues vehicle={vehicle} currency={currency} />
      </Suspense>
      <div className={styles.report}>
        <Suspense fallback={<Skeleton height={40} />}>
          <ReportButton vehicle={vehicle} />
        </Suspense>
      </div>
    </div>
  );
}

/** What a view shows below its tab; its path is in `VEHICLE_VIEWS`, its texts are those of its name. */
const VIEWS: Record<VehicleView, ComponentType<ViewProps>> = {
  history: HistoryView,
  fuel: VehicleFuel,
  plan: VehiclePlan,
  statistics: ({ vehicle }) => <VehicleCosts vehicle={vehicle} />,
  details: DetailsView,
};

function VehicleBookPage({ vehicle, year, currency }: ViewProps & { year: number }) {
  const { t } = useTranslation('vehicles');
  const view = vehicleViewOf(useLocation().pathname);
  const View = VIEWS[view];
  if (view === 'fuel' && !hasFuel(vehicle)) return <Navigate to={vehiclePath(vehicle.id)} replace />;
  return (
    <div className={styles.page} data-thumb={(view === 'history' && !isArchived(vehicle)) || undefined}>
      <title>{`${t(`page.title.${view}`, { name: nameOf(vehicle) })} · Carnet`}</title>
      <VehicleCover
        {...{ vehicle, year, currency }}
        next={
          <Suspense fallback={null}>
            <NextDue vehicle={vehicle} />
          </Suspense>
        }
      />
      <VehicleTabs
        {...{ vehicle, view }}
        planCount={
          <Suspense fallback={null}>
            <PlanCount vehicle={vehicle} />
          </Suspense>
        }
      />
      <Sheet isBare className={styles.content}>
        {view !== 'details' && <ArchivedNotice vehicle={vehicle} />}
        <Suspense fallback={<Skeleton height={180} count={2} />}>
          <View vehicle={vehicle} currency={currency} />
        </Suspense>
      </Sheet>
    </div>
  );
}
