import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useBoot } from '../../boot.ts';
import { paths } from '../../paths.ts';
import { hasAdvertsQuery } from './adverts.queries.ts';
import { readDismissed } from './dismissed.ts';

const AdvertBanner = lazy(async () => {
  const loaded = await import('./advert-banner.tsx').catch(() => undefined);
  // Without its code there is no advert; a rejection would take the page with it.
  return { default: loaded?.AdvertBanner ?? (() => null) };
});

const PLACES: readonly string[] = [paths.home, paths.service, paths.about, paths.contact];
/** Specification 1 and 2: no adverts for who pays. */
const FREE_OF_ADVERTS: readonly (string | null)[] = ['family', 'business'];

/** The banner's place in every page (specification 2): it is loaded where it may appear. */
export function AdvertSlot() {
  const { pathname } = useLocation();
  const session = useSession();
  const { data: hasAdverts } = useQuery(hasAdvertsQuery(useBoot().data.hasAdverts));
  const [since] = useState(() => performance.now());
  const isPlace = PLACES.includes(pathname.replace(/(.)\/+$/, '$1').toLowerCase());
  // While the page comes alive nobody is known yet.
  if (session === undefined || !isPlace || hasAdverts === false) return null;
  if (FREE_OF_ADVERTS.includes(session?.tariff ?? null) || readDismissed().isAll) return null;
  return (
    <Suspense fallback={null}>
      <AdvertBanner since={since} />
    </Suspense>
  );
}
