import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatches } from 'react-router';
import { useBoot } from '../boot.ts';
import { applyHead, headOf } from '../head.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { type PageHandle, viewOf } from '../page-handle.ts';
import { useShownTitle } from '../ui/view-title.ts';

/** After a client-side navigation does what a browser does on page load: updates the head, moves the focus, announces the title. */
export function PageChange() {
  const { t } = useTranslation();
  const { origin } = useBoot();
  const language = useLanguage();
  const { pathname, search, hash } = useLocation();
  const viewTitle = useShownTitle();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    if (!handle?.head) return;
    const head = headOf({ handle, view: viewOf(handle, search) }, language, origin, t);
    applyHead(viewTitle ? { ...head, title: `${viewTitle} · Carnet` } : head);
  }, [handle, search, language, origin, viewTitle, t]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setAnnounced(document.title);
    if (!hash) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, hash]);

  return (
    <div className="visually-hidden" aria-live="polite">
      {announced}
    </div>
  );
}
