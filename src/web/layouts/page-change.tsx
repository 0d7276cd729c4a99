import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatches } from 'react-router';
import { useBoot } from '../boot.ts';
import { applyHead, headOf } from '../head.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { type PageHandle, viewOf } from '../page-handle.ts';

/**
 * The head of the page after a client-side navigation. A view with a title renders another `<title>`, which React puts before this one,
 * because it is mounted later: the browser shows the first.
 */
export function PageHead() {
  const { t } = useTranslation();
  const { origin } = useBoot();
  const language = useLanguage();
  const { search } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const head = handle?.head ? headOf({ handle, view: viewOf(handle, search) }, language, origin, t) : undefined;
  useEffect(() => {
    if (head) applyHead(head);
  });
  // The server writes the title into the document.
  return head && !import.meta.env.SSR && <title>{head.title}</title>;
}

/** After a client-side navigation does what a browser does on page load: moves the focus, announces the title. */
export function PageChange() {
  const { pathname, search, hash } = useLocation();
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: another view of the page (`search`) ends the announcement of its titles
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById('main');
    // The page may have focused what the link leads to, and a tab that was pressed keeps the focus.
    if (!hash && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    // A view that has to load gets its title later than the page.
    const announce = () => setAnnounced(document.title);
    announce();
    const titles = new MutationObserver(announce);
    titles.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => titles.disconnect();
  }, [pathname, search, hash]);

  return (
    <div className="visually-hidden" aria-live="polite">
      {announced}
    </div>
  );
}
