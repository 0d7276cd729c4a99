import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnTariff } from '../../api/own-tariff.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { focusOn } from '../../ui/focus-on.ts';
import styles from './advert-banner.module.css';
import { AdvertCard } from './advert-card.tsx';
import { type Advert, advertsQuery } from './adverts.queries.ts';
import { useBanner } from './use-banner.ts';
import { useIsBannerSuppressed } from './use-is-banner-suppressed.ts';

/** Width in pixels of the focus ring, which the banner must not cover either. */
const RING = 6;

/** `since` is the time of hydration, by performance.now(). */
export function AdvertBanner({ since }: { since: number }) {
  const { data: adverts = [], isError } = useQuery(advertsQuery(useLanguage()));
  const tariff = useOwnTariff();
  // The tariff in the session may have started or ended since the login.
  if (isError || adverts.length === 0 || tariff === 'family' || tariff === 'business') return null;
  return <Banner adverts={adverts} since={since} />;
}

function Banner({ adverts, since }: { adverts: Advert[]; since: number }) {
  const { t } = useTranslation();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeldBack = useIsBannerSuppressed();
  const { phase, current, closeOne, hideAll } = useBanner(adverts, since, isHovered || isFocused || isHeldBack);
  const isThere = current !== undefined && phase !== 'coming' && phase !== 'hidden' && !isHeldBack;
  const place = useRoom(isThere);
  if (!isThere) return null;
  return (
    <aside
      className={styles.place}
      ref={place}
      aria-label={t('adverts.label')}
      data-phase={phase}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className={styles.banner}>
        <div className={styles.advert} key={current.image ?? current.title}>
          <AdvertCard {...current} label={t('adverts.label')} />
        </div>
        <Button look="plain" className={styles.all} onClick={hideAll}>
          {t('adverts.hide')}
        </Button>
        <IconButton icon="close" label={t('adverts.close')} className={styles.one} onClick={closeOne} />
      </div>
    </aside>
  );
}

/**
 * Reserves room for the banner at the end of the page and scrolls the focused element out from under it, so that nothing is covered and
 * nothing moves. The room never shrinks below the tallest advert shown so far.
 */
function useRoom(isThere: boolean) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const banner = place.current;
    if (!isThere || !banner) return;
    const { style } = document.documentElement;
    let height = 0;
    const reserve = () => {
      height = Math.max(height, banner.offsetHeight + RING);
      style.setProperty('--banner', `${height}px`);
    };
    reserve();
    const focused = document.activeElement;
    if (focused && focused !== document.body && focused.getBoundingClientRect().bottom > innerHeight - height)
      focused.scrollIntoView({ block: 'nearest' });
    const observer = new ResizeObserver(reserve);
    observer.observe(banner);
    return () => {
      observer.disconnect();
      style.removeProperty('--banner');
      // Removing the banner also removes the close button that has the focus.
      if (document.activeElement === document.body) focusOn('main', { preventScroll: true });
    };
  }, [isThere]);
  return place;
}
