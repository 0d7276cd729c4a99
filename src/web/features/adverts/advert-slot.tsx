import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useBoot } from '../../boot.ts';
import { paths } from '../../paths.ts';
import { readDismissed } from './dismissed.ts';
import { hasAdvertsQuery } from './has-adverts.ts';

const AdvertBanner = lazy(async () => {
  const loaded = await import('./advert-banner.tsx').catch(() => undefined);
  // Without the code there is no advert; a rejection would crash the page.
  return { default: loaded?.AdvertBanner ?? (() => null) };
});

const PLACES: readonly string[] = [paths.home, paths.service, paths.about, paths.contact];
/** Users with a paid tariff see no adverts (docs/product.md, Adverts). */
const FREE_OF_ADVERTS: readonly (string | null)[] = ['family', 'business'];

/** Loads the banner on the pages where it may appear. */
export function AdvertSlot() {
  const { pathname } = useLocation();
  const session = useSession();
  const { data: hasAdverts } = useQuery(hasAdvertsQuery(useBoot().data.hasAdverts));
  const [since] = useState(() => performance.now());
  const isPlace = PLACES.includes(pathname.replace(/(.)\/+$/, '$1').toLowerCase());
  // The session is unknown until hydration.
  if (session === undefined || !isPlace || hasAdverts === false) return null;
  if (FREE_OF_ADVERTS.includes(session?.tariff ?? null) || readDismissed().isAll) return null;
  return (
    <Suspense fallback={null}>
      <AdvertBanner since={since} />
    </Suspense>
  );
}
