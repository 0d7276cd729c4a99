import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedUser } from '#contract/users.admin.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useListAddress, usePageInside } from '../../lists/list-address.ts';
import { ListSearch } from '../../lists/list-search.tsx';
import { Pager } from '../../lists/pager.tsx';
import table from '../../lists/table.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UserCards, UserTable } from './admin-user-rows.tsx';
import { usersQuery } from './admin-users.queries.ts';
import { ChangeTariffDialog } from './change-tariff-dialog.tsx';

/** Users, newest first, with their total and a manual change of tariff. */
export function UsersTab() {
  const { t } = useTranslation('adminLists');
  const { number } = useFormat();
  const address = useListAddress();
  const { q, page } = address;
  const isNarrow = useMediaQuery('(max-width: 991px)', undefined, { getInitialValueInEffect: false });
  const { data: list, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery(usersQuery({ q, page }));
  const [changed, setChanged] = useState<ListedUser>();
  usePageInside(address, isPlaceholderData ? undefined : list?.total);
  const Rows = isNarrow ? UserCards : UserTable;
  return (
    <section aria-busy={isPending || undefined}>
      <div className={table.head}>
        <h1>
          {t('users.title')} {list && <small>{number(list.total)}</small>}
        </h1>
        <ListSearch
          label={t('users.search')}
          placeholder={t('users.placeholder')}
          q={q}
          onQuery={(next) => address.choose({ q: next }, true)}
        />
      </div>
      {!list && (isFetching || !error) && <Skeleton height={isNarrow ? 96 : 53} count={6} />}
      {error && !isFetching && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {list && list.total === 0 && q === '' && <EmptyState title={t('users.empty.title')} text={t('users.empty.text')} />}
      {list && (list.total > 0 || q !== '') && (
        <Sheet isBare className={table.body} aria-busy={isPlaceholderData || undefined}>
          {list.users.length > 0 ? (
            <Rows users={list.users} onChange={setChanged} />
          ) : (
            <p className={table.none}>
              {t('users.notFound', { q })}{' '}
              <button type="button" onClick={() => address.choose({ q: undefined })}>
                {t('users.showAll')}
              </button>
            </p>
          )}
          {list.total > 0 && <Pager address={address} total={list.total} />}
        </Sheet>
      )}
      <p className="visually-hidden" role="status">
        {list && q !== '' && t('users.found', { count: list.total, value: number(list.total) })}
      </p>
      <ChangeTariffDialog user={changed} onClose={() => setChanged(undefined)} />
    </section>
  );
}
