import { type ComponentProps, type ReactNode, type Ref, useDeferredValue } from 'react';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { UnknownHeight } from '../ui/unknown-height.tsx';
import styles from './admin-tab.module.css';

/** The result of `useQuery`, as far as a tab needs it. */
export interface TabQuery<T> {
  data: T | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

interface AdminTabProps<T> {
  title: string;
  headingRef?: Ref<HTMLHeadingElement> | undefined;
  /** Shown after the title. */
  count?: string | undefined;
  lead?: string | undefined;
  /** Shown next to the title. */
  controls?: ReactNode;
  /** Between the head and the content. */
  toolbar?: ReactNode;
  query: TabQuery<T>;
  skeleton: ComponentProps<typeof Skeleton>;
  /** Reports a failed refetch above the content; otherwise only a failed first load is shown. */
  showsRefetchError?: boolean;
  children: (data: T) => ReactNode;
}

/** A tab of the admin panel: its head, and its content or a placeholder for it. */
export function AdminTab<T>({
  title,
  headingRef,
  count,
  lead,
  controls,
  toolbar,
  query,
  skeleton,
  showsRefetchError = false,
  children,
}: AdminTabProps<T>) {
  const { data, error, isPending, isFetching, refetch } = query;
  // Deferred: React renders the content in slices, and input does not wait for it.
  const isRendered = useDeferredValue(data !== undefined);
  const isLoaded = isRendered && data !== undefined;
  return (
    <section aria-busy={isPending || undefined}>
      <div className={styles.head}>
        <h1 ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {/* Rendered even without a count, because the text would move when it appears. */}
          {title} <small>{count ?? '\u00a0'}</small>
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {controls}
      </div>
      {toolbar}
      {!isLoaded && (isFetching || !error) && (
        <UnknownHeight>
          <Skeleton {...skeleton} />
        </UnknownHeight>
      )}
      {error && !isFetching && (!isLoaded || showsRefetchError) && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {isLoaded && children(data)}
    </section>
  );
}
