import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Vehicle } from '#contract/vehicles.ts';
import { tabStore } from '../../../storage.ts';
import { useUrlParams } from '../../../ui/use-url-params.ts';
import { useDelayedWrite } from '../../../ui/use-url-text.ts';
import type { OpenVehicles } from './open-vehicles.ts';
import { isFound } from './vehicle-search.ts';

/** The query in the URL, or the last one of this tab, so that it survives a reload, the back button and a link to the vehicles. */
function useQueryText(userId: number | undefined) {
  const { params, edit } = useUrlParams();
  const key = `carnet.search.${userId ?? 'me'}`;
  const urlQuery = params.get('q') ?? '';
  const [query, setQuery] = useState(() => urlQuery || (tabStore.get(key) ?? ''));
  useEffect(() => tabStore.set(key, query || null), [key, query]);

  // The URL of a vehicle form has no search query.
  const isList = !params.has('add') && !params.has('edit');
  useDelayedWrite(isList ? query.trim() : urlQuery, urlQuery, (q) => edit({ q }, { replace: true }));
  return [query, setQuery] as const;
}

/** The vehicle that the search opened, until the user clicks or focuses something in it. */
function useOpenedBySearch() {
  const opened = useRef<number>(undefined);
  useEffect(() => {
    const forget = ({ target }: Event) => {
      const isUsed = target instanceof Element && target.closest(`#vehicle-${opened.current}`);
      if (isUsed) opened.current = undefined;
    };
    document.addEventListener('click', forget);
    document.addEventListener('focusin', forget);
    return () => {
      document.removeEventListener('click', forget);
      document.removeEventListener('focusin', forget);
    };
  }, []);
  return opened;
}

/**
 * Filters while typing. A single match is opened, and closed again with the search unless it has been used. The list updates in a
 * transition, so that typed letters appear at once; `setQuery` updates both together.
 */
export function useVehicleSearch(vehicles: readonly Vehicle[], userId: number | undefined, { opened, show, hide }: OpenVehicles) {
  const [query, setTyped] = useQueryText(userId);
  const [filter, setFilter] = useState(query);
  const openedBySearch = useOpenedBySearch();
  const hit = useRef<number>(undefined);

  function openHit(next: string) {
    const [only, ...others] = next.trim() === '' ? [] : vehicles.filter((vehicle) => isFound(vehicle, next));
    hit.current = others.length === 0 ? only?.id : undefined;
    const before = openedBySearch.current;
    if (before !== undefined && before !== hit.current) {
      openedBySearch.current = undefined;
      hide(before);
    }
    if (hit.current === undefined) return;
    if (!opened.get(hit.current)) openedBySearch.current = hit.current;
    show(hit.current);
  }
  function search(next: string) {
    setTyped(next);
    startTransition(() => {
      setFilter(next);
      openHit(next);
    });
  }
  const setQuery = useCallback(
    (next: string) => {
      setTyped(next);
      setFilter(next);
    },
    [setTyped],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the list has been rendered with the filter
  useEffect(() => {
    if (hit.current === undefined) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    document.getElementById(`vehicle-${hit.current}`)?.scrollIntoView({ block: 'nearest', behavior });
    hit.current = undefined;
  }, [filter]);

  const isSearching = filter.trim() !== '';
  const found = useMemo(() => vehicles.filter((vehicle) => isFound(vehicle, filter)), [vehicles, filter]);
  return { query, isSearching, found, search, setQuery };
}
