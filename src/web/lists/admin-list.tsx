import type { ReactNode, Ref } from 'react';
import { useFormat } from '../i18n/use-format.ts';
import { AdminTab, type TabQuery } from '../ui/admin-tab.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { type ListAddress, usePageInside } from './list-address.ts';
import { ListSearch } from './list-search.tsx';
import { Pager } from './pager.tsx';
import styles from './table.module.css';

interface Filter {
  /** Name of the query parameter. */
  name: string;
  label: string;
  /** The first one shows all rows and has no query parameter. */
  options: readonly { value: string; label: string }[];
  value: string;
}

interface Search {
  /** Of the search field; without it there is only the filter. */
  label?: string;
  placeholder?: string;
  filter?: Filter;
  /** Shown instead of the rows if none matches. */
  notFound: string;
  /** Label of the button that removes the search and the filter. */
  showAll: string;
  /** The number of matches, for screen readers. */
  found: (values: { count: number; value: string }) => string;
}

interface AdminListProps<Row> {
  title: string;
  headingRef?: Ref<HTMLHeadingElement>;
  lead?: string | undefined;
  /** Between the head and the rows. */
  toolbar?: ReactNode;
  address: ListAddress;
  query: TabQuery<{ total: number }> & { isPlaceholderData: boolean };
  /** The rows of the page, undefined until they have loaded. */
  rows: readonly Row[] | undefined;
  /** Height of a row in pixels, for the placeholders. */
  rowHeight: number;
  empty: { title: string; text: string };
  /** Omitted if the list cannot be searched. */
  search?: Search;
  children: (rows: readonly Row[]) => ReactNode;
}

const isFiltered = ({ options, value }: Filter): boolean => value !== options[0]?.value;

/** A tab with a paged list: its total, search, filter, rows and pager. Search, filter and page are in the URL. */
export function AdminList<Row>({ address, query, rows = [], rowHeight, empty, search, children, ...head }: AdminListProps<Row>) {
  const { number } = useFormat();
  const total = query.data?.total;
  const filter = search?.filter;
  const isNarrowed = search !== undefined && (address.q !== '' || (filter !== undefined && isFiltered(filter)));
  usePageInside(address, query.isPlaceholderData ? undefined : total);
  return (
    <>
      <AdminTab
        {...head}
        count={total === undefined || (total === 0 && !search) ? undefined : number(total)}
        controls={search && <Controls search={search} address={address} />}
        query={query}
        skeleton={{ height: rowHeight, count: 6 }}
        showsRefetchError
      >
        {({ total: count }) =>
          count === 0 && !isNarrowed ? (
            <EmptyState {...empty} />
          ) : (
            <Sheet isBare className={styles.body} aria-busy={query.isPlaceholderData || undefined}>
              {rows.length === 0 && search ? <NotFound search={search} address={address} /> : children(rows)}
              {count > 0 && <Pager address={address} total={count} />}
            </Sheet>
          )
        }
      </AdminTab>
      {search && (
        <p className="visually-hidden" role="status">
          {total !== undefined && isNarrowed && search.found({ count: total, value: number(total) })}
        </p>
      )}
    </>
  );
}

interface SearchProps {
  search: Search;
  address: ListAddress;
}

function Controls({ search: { label, placeholder, filter }, address }: SearchProps) {
  return (
    <>
      {filter && (
        <SegmentedControl
          label={filter.label}
          options={filter.options}
          value={filter.value}
          onChange={(next) => address.choose({ [filter.name]: isFiltered({ ...filter, value: next }) ? next : undefined })}
        />
      )}
      {label !== undefined && (
        <ListSearch label={label} placeholder={placeholder} q={address.q} onQuery={(next) => address.choose({ q: next }, true)} />
      )}
    </>
  );
}

function NotFound({ search: { notFound, showAll, filter }, address }: SearchProps) {
  return (
    <p className={styles.none}>
      {notFound}{' '}
      <button type="button" onClick={() => address.choose({ q: undefined, ...(filter && { [filter.name]: undefined }) })}>
        {showAll}
      </button>
    </p>
  );
}
