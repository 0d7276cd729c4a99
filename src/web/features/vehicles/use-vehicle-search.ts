import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import type { Vehicle } from '#contract/vehicles.ts';
import { tabStore } from '../../storage.ts';
import type { OpenVehicles } from './open-vehicles.ts';
import { isFound } from './vehicle-search.ts';

/** Milliseconds without a key after which the query is written to the address. */
const PAUSE = 300;

/** The query of the address, or else the last one of this tab: it survives a reload, the way back and a link to the book. */
function useQueryText(userId: number | undefined) {
  const [params, setParams] = useSearchParams();
  const isIdle = useNavigation().state === 'idle';
  const key = `carnet.search.${userId ?? 'me'}`;
  const told = params.get('q') ?? '';
  const [query, setQuery] = useState(() => told || (tabStore.get(key) ?? ''));
  useEffect(() => tabStore.set(key, query || null), [key, query]);

  // The form of a vehicle has the address to itself.
  const isList = !params.has('add') && !params.has('edit');
  useEffect(() => {
    if (query.trim() === told || !isList || !isIdle) return;
    const { href } = window.location;
    const timer = setTimeout(() => {
      // A link changes the address before the next page is drawn; writing then would undo it.
      if (window.location.href !== href) return;
      const change = (before: URLSearchParams) => {
        before.delete('q');
        if (query.trim()) before.set('q', query.trim());
        return before;
      };
      setParams(change, { replace: true, preventScrollReset: true });
    }, PAUSE);
    return () => clearTimeout(timer);
    // `setParams` changes with the parameters of the address.
  }, [query, told, isList, isIdle, setParams]);
  return [query, setQuery] as const;
}

/** The vehicle that a search has opened, until it is used: clicked or focused. */
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
 * Filters while typing. The only vehicle that is found opens, and closes again with the search unless it has been used. The list
 * follows the typed letters in a transition, so that they are shown at once; `setQuery` changes both together.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the list has been drawn with the filter
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
