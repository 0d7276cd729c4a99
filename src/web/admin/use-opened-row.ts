import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** The id in the query parameter `name`: that of the row whose page replaces the list. `wasOpened` is true after the return to the list. */
export function useOpenedRow(name: string) {
  const [params] = useSearchParams();
  const opened = /^[1-9]\d{0,14}$/.exec(params.get(name) ?? '')?.[0];
  const last = useRef<string>(undefined);
  useEffect(() => {
    last.current = opened;
  });
  return { id: opened === undefined ? undefined : Number(opened), wasOpened: last.current !== undefined };
}

/** Ref of the heading of a list, which gets the focus after the return to the list: the link that was followed is gone. */
export function useListHeading(wasOpened: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is shown again
  useEffect(() => {
    if (wasOpened) heading.current?.focus();
  }, []);
  return heading;
}
