import { type Location, useLocation, useNavigate } from 'react-router';
import { useUrlParams } from '../../ui/use-url-params.ts';

const PARAM = 'part';
/** State of the history entry that the link to the prices makes. */
const OPENED = { opensPrices: true };

/** The address of the prices of a part, on the page that is shown. The browser's back button closes them. */
export function usePricesLink() {
  const { search } = useLocation();
  return (code: string) => {
    const next = new URLSearchParams(search);
    next.set(PARAM, code);
    return { to: { search: `?${next}` }, state: OPENED, preventScrollReset: true };
  };
}

/** The code of the part whose prices the URL names; `close` goes back if they were opened on this page. */
export function useShownPart() {
  const { state }: Location<Partial<typeof OPENED> | null> = useLocation();
  const { params, edit } = useUrlParams();
  const navigate = useNavigate();
  function close() {
    if (state?.opensPrices) return void navigate(-1);
    edit({ [PARAM]: undefined }, { replace: true });
  }
  return { code: params.get(PARAM) || undefined, close };
}
