import { Fragment, type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { AdminTab, type TabQuery } from './admin-tab.tsx';
import { type ListAddress, pageCount, usePageInside } from './list-address.ts';
import { ListSearch } from './list-search.tsx';
import { Pager } from './pager.tsx';
import styles from './table.module.css';

interface Filter {
  /** Name of the query parameter. */
  name: string;
  label: string;
  /** The first one shows all rows and has no query parameter. */
  options: readonly { value: string; label: ReactNode }[];
  value: string;
}

interface Search {
  /** Label of the search field; without it there is only the filter. */
  label?: string;
  placeholder?: string;
  filter?: Filter;
  /** Names of the query parameters of the filters in `toolbar`, and whether any is set. */
  others?: { names: readonly string[]; isSet: boolean };
  /** Shown instead of the rows if none matches. */
  notFound: string;
  /** The number of matches with the filter `all`, which is offered then. */
  inAll?: number | undefined;
  /** Other searches that may be meant then, and how each is offered. */
  similar?: { values: readonly string[]; label: (value: string) => string };
  /** Label of the button that removes the search and the filter. */
  showAll: string;
  /** The number of matches, for screen readers. */
  found: (values: { count: number; value: string }) => string;
}

export interface AdminListProps<Row> {
  title: string;
  headingRef?: Ref<HTMLHeadingElement>;
  lead?: string | undefined;
  /** Further filters, below the title. */
  toolbar?: ReactNode;
  address: ListAddress;
  /** `is_more`: more rows match than `total`. */
  query: TabQuery<{ total: number; is_more?: boolean }> & { isPlaceholderData: boolean };
  /** The rows of the page, undefined until they have loaded. */
  rows: readonly Row[] | undefined;
  /** Height of a row in pixels, for the placeholders. */
  rowHeight: number;
  empty: { title: string; text: string };
  /** Omitted if the list cannot be searched. */
  search?: Search;
  children: (rows: readonly Row[]) => ReactNode;
}

/** The value of a filter that leaves out nothing. */
const ALL = 'all';

const isFiltered = ({ options, value }: Filter): boolean => value !== options[0]?.value;

/** For screen readers: the page that is shown, once the reader has changed it. */
function usePageStatus({ page }: ListAddress, total: number | undefined): string | undefined {
  const { t } = useTranslation('admin');
  const { number } = useFormat();
  const [first] = useState(page);
  const [isChanged, setChanged] = useState(false);
  if (!isChanged && page !== first) setChanged(true);
  return isChanged && total !== undefined ? t('list.nowShown', { page: number(page), pages: number(pageCount(total)) }) : undefined;
}

/** A tab with a paged list: its total, search, filter, rows and pager. Search, filter and page are in the URL. */
export function AdminList<Row>({ address, query, rows = [], rowHeight, empty, search, children, ...head }: AdminListProps<Row>) {
  const { number } = useFormat();
  const total = query.data?.total;
  const count = total === undefined ? '' : `${number(total)}${query.data?.is_more ? '+' : ''}`;
  const filter = search?.filter;
  const isNarrowed =
    search !== undefined && (address.q !== '' || search.others?.isSet === true || (filter !== undefined && isFiltered(filter)));
  const shownTotal = query.isPlaceholderData ? undefined : total;
  usePageInside(address, shownTotal);
  const pageStatus = usePageStatus(address, shownTotal);
  return (
    <>
      <AdminTab
        {...head}
        count={total === undefined || (total === 0 && !search) ? undefined : count}
        controls={search && <Controls search={search} address={address} />}
        query={query}
        skeleton={{ height: rowHeight, count: 6 }}
        showsRefetchError
      >
        {({ total: found }) =>
          found === 0 && !isNarrowed ? (
            <EmptyState {...empty} />
          ) : (
            <Sheet isBare className={styles.body} aria-busy={query.isPlaceholderData || undefined}>
              {rows.length === 0 && search ? <NotFound search={search} address={address} /> : children(rows)}
              {found > 0 && <Pager address={address} total={found} />}
            </Sheet>
          )
        }
      </AdminTab>
      <p className="visually-hidden" role="status">
        {total !== undefined && isNarrowed && search.found({ count: total, value: count })} {pageStatus}
      </p>
    </>
  );
}

/** The name of a filter with the number of its rows; the place is kept until the number is known. */
export function FilterLabel({ count, children }: { count: number | undefined; children: ReactNode }) {
  const { number } = useFormat();
  return (
    <>
      {children} <span className={styles.count}>{count === undefined ? '\u00a0' : number(count)}</span>
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

function NotFound({ search: { notFound, inAll = 0, similar, showAll, filter, others }, address }: SearchProps) {
  const { t } = useTranslation('admin');
  const { number } = useFormat();
  const filters = [...(filter ? [filter.name] : []), ...(others?.names ?? [])];
  return (
    <p className={styles.none}>
      {notFound}{' '}
      {filter && filter.value !== ALL && address.q !== '' && inAll > 0 && (
        <>
          <button
            type="button"
            className="link-button"
            onClick={() => address.choose({ [filter.name]: isFiltered({ ...filter, value: ALL }) ? ALL : undefined })}
          >
            {t('list.inAll', { value: number(inAll) })}
          </button>{' '}
        </>
      )}
      {similar?.values.map((value) => (
        <Fragment key={value}>
          <button type="button" className="link-button" onClick={() => address.choose({ q: value })}>
            {similar.label(value)}
          </button>{' '}
        </Fragment>
      ))}
      <button
        type="button"
        className="link-button"
        onClick={() => address.choose({ q: undefined, ...Object.fromEntries(filters.map((name) => [name, undefined])) })}
      >
        {showAll}
      </button>
    </p>
  );
}
