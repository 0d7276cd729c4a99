import { startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vehicle } from '#contract/vehicles.ts';
import { useUrlParams } from '../../../ui/use-url-params.ts';
import { useDelayedWrite } from '../../../ui/use-url-text.ts';
import type { OpenVehicles } from './open-vehicles.ts';
import { isFound } from './vehicle-search.ts';

/** The query in the URL, so that it survives a reload and the back button; a link to the vehicles shows all of them. */
function useQueryText() {
  const { params, edit } = useUrlParams();
  const urlQuery = params.get('q') ?? '';
  const [query, setQuery] = useState(urlQuery);

  // The URL of a vehicle form has no search query.
  const isList = !params.has('add') && !params.has('edit');
  useDelayedWrite(isList ? query.trim() : urlQuery, urlQuery, (q) => edit({ q }, { replace: true }));
  return [query, setQuery] as const;
}

/** Opens the only match of a search and scrolls to it. It is closed with the search unless the user has clicked or focused something in it. */
function useOnlyMatch(match: number | undefined, { opened, show, hide }: OpenVehicles): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each match
  useEffect(() => {
    if (match === undefined) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    document.getElementById(`vehicle-${match}`)?.scrollIntoView({ block: 'nearest', behavior });
    if (opened.get(match)) return;
    show(match);
    let isUsed = false;
    const note = ({ target }: Event) => {
      isUsed ||= target instanceof Element && target.closest(`#vehicle-${match}`) !== null;
    };
    document.addEventListener('click', note);
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('click', note);
      document.removeEventListener('focusin', note);
      if (!isUsed) hide(match);
    };
  }, [match]);
}

/** Filters while typing. The list updates in a transition, so that typed letters appear at once; `setQuery` updates both together. */
export function useVehicleSearch(vehicles: readonly Vehicle[], opened: OpenVehicles) {
  const { t } = useTranslation('vehicles');
  const [query, setTyped] = useQueryText();
  const [filter, setFilter] = useState(query);
  const isSearching = filter.trim() !== '';
  const found = useMemo(
    () => (isSearching ? vehicles.filter((vehicle) => isFound(vehicle, t(`types.${vehicle.vehicleType}`), filter)) : vehicles),
    [vehicles, filter, isSearching, t],
  );
  useOnlyMatch(isSearching && found.length === 1 ? found[0]?.id : undefined, opened);

  function search(next: string) {
    setTyped(next);
    startTransition(() => setFilter(next));
  }
  const setQuery = useCallback(
    (next: string) => {
      setTyped(next);
      setFilter(next);
    },
    [setTyped],
  );
  return { query, isSearching, found, search, setQuery };
}
