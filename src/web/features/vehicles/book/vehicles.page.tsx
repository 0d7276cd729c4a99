import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { useHasSession, useSession } from '../../../api/session.ts';
import { userQuery } from '../../../api/user.queries.ts';
import { vehiclesQuery } from '../../../api/vehicles.queries.ts';
import { loadTexts } from '../../../i18n/browser-texts.ts';
import { importPath, loginPath, paths, registrationPath } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type SoonLines, soonQuery } from '../../plan/soon.ts';
import { useFormView } from '../form/vehicle-form-view.tsx';
import { BookFailure, BookSkeleton } from './book-states.tsx';
import { EndNotice } from './end-notice.tsx';
import { VehicleBook, type VehicleBookProps } from './vehicle-book.tsx';
import styles from './vehicles.module.css';

const ImportView = lazyPart(async () => {
  const [{ ImportView: component }] = await Promise.all([import('../../imports/import-view.tsx'), loadTexts(['imports', 'vehicleForm'])]);
  return component;
});

export function VehiclesPage() {
  const { t } = useTranslation('service');
  const isKnown = useSession() !== undefined;
  const hasSession = useHasSession();
  const [params] = useSearchParams();
  // The server renders the same page for every query.
  const isImport = isKnown && params.has('import');
  if (hasSession && !isImport) return <Book isKnown={isKnown} />;
  if (hasSession)
    return (
      <Suspense fallback={<Skeleton height={160} count={2} />}>
        <ImportView />
      </Suspense>
    );
  const path = isImport ? importPath : paths.service;
  return (
    <>
      <h1 className={styles.head}>{t('title')}</h1>
      <EmptyState
        title={t('loggedOut.title')}
        text={t('loggedOut.text')}
        action={
          <>
            <ButtonLink to={registrationPath(path)}>{t('loggedOut.start')}</ButtonLink>
            <ButtonLink look="quiet" to={loginPath(path)}>
              {t('loggedOut.login')}
            </ButtonLink>
          </>
        }
      />
    </>
  );
}

/** What is next on each vehicle that has a plan, for its card. */
function dueOf(vehicles: readonly Vehicle[], soon: SoonLines | undefined): ReadonlyMap<number, ReactNode> {
  const due = new Map<number, ReactNode>();
  if (!soon) return due;
  for (const { vehicleId, line } of soon.next) {
    const vehicle = vehicles.find(({ id }) => id === vehicleId);
    if (vehicle) due.set(vehicleId, <soon.DueLine vehicle={vehicle} line={line} />);
  }
  return due;
}

function Book({ isKnown }: { isKnown: boolean }) {
  const book = useQuery({ ...vehiclesQuery(), enabled: isKnown });
  // Only the currency is needed: if this request fails, the vehicles are shown anyway.
  const user = useQuery({ ...userQuery(), enabled: isKnown, retry: false });
  // In its place from the start: the vehicles would move down.
  const soon = useQuery({ ...soonQuery(), enabled: isKnown });
  const due = useMemo(() => dueOf(book.data?.data ?? [], soon.data), [book.data, soon.data]);
  // Deferred: React renders the vehicles in slices, and input does not wait for them.
  const isLoaded = useDeferredValue(Boolean(book.data) && !user.isPending && !soon.isPending);
  if (book.isError && !book.data) return <BookFailure error={book.error} onAgain={() => void book.refetch()} />;
  if (!isLoaded || !book.data) return <BookSkeleton />;
  const { data, year, hidden, archived, limit } = book.data;
  const currency: Currency = user.data?.currency ?? 'UAH';
  const strip = (
    <>
      {user.data && <EndNotice user={user.data} vehicles={data.length} />}
      {soon.data && <soon.data.SoonStrip lines={soon.data.lines} vehicles={data} />}
    </>
  );
  const shared = { year, hidden, archived, limit, currency, soon: strip, due };
  return <OpenBook vehicles={data} {...shared} userId={user.data?.user_id} />;
}

/** The list, or the form over it; the list stays mounted behind the form with its unsaved input. */
function OpenBook(book: Omit<VehicleBookProps, 'added'>) {
  const [added, setAdded] = useState<Vehicle>();
  const form = useFormView({ ...book, onAdded: setAdded });
  return (
    <>
      <div hidden={form !== undefined}>
        <VehicleBook {...book} added={added} />
      </div>
      {form}
    </>
  );
}
