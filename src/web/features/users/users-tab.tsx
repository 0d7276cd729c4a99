import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RENEWAL_DAYS } from '#contract/limits.ts';
import { type ListedUser, USER_LISTS, type UserList } from '#contract/users.admin.ts';
import { AdminList, FilterLabel } from '../../admin/admin-list.tsx';
import { useListAddress } from '../../admin/list-address.ts';
import { useIsAllowed } from '../../admin/own-admin.queries.ts';
import { useListHeading, useOpenedRow } from '../../admin/use-opened-row.ts';
import { useIsBelow } from '../../ui/use-is-below.ts';
import { UserRows } from './admin-user-rows.tsx';
import { usersQuery } from './admin-users.queries.ts';
import { ChangeTariffDialog } from './change-tariff-dialog.tsx';
import { UserView } from './user-view.tsx';

/** The list of users, or the page of the user whom the query parameter `user` names. */
export function UsersTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const { id, wasOpened } = useOpenedRow('user');
  if (id === undefined) return <ListedUsers wasOpened={wasOpened} />;
  return <UserView key={id} userId={id} onDirty={onDirty} />;
}

/** The lists of users, with their totals and a manual change of tariff. */
function ListedUsers({ wasOpened }: { wasOpened: boolean }) {
  const { t } = useTranslation(['adminLists', 'tariffs']);
  const address = useListAddress();
  const list = address.choice('list', USER_LISTS);
  const { q, page } = address;
  const isNarrow = useIsBelow(992);
  const heading = useListHeading(wasOpened);
  // The role for orders searches for the users it answers.
  const isFull = useIsAllowed('all');
  const query = useQuery(usersQuery({ list, q, page }));
  const [changed, setChanged] = useState<ListedUser>();
  // The newest data of the user, for example after another administrator has changed the tariff.
  const shown = changed && (query.data?.users.find(({ user_id }) => user_id === changed.user_id) ?? changed);
  const nameOf = (one: UserList): string =>
    one === 'all' || one === 'ending' || one === 'locked' ? t(`users.lists.${one}`) : t(`tariffs:names.${one}`);
  return (
    <>
      <AdminList
        title={t('users.title')}
        headingRef={heading}
        lead={
          query.data?.is_more
            ? t(isFull ? 'users.partial' : 'users.some')
            : list === 'ending'
              ? t('users.endingLead', { days: RENEWAL_DAYS })
              : undefined
        }
        address={address}
        query={query}
        rows={query.data?.users}
        rowHeight={isNarrow ? 120 : 60}
        empty={
          isFull
            ? { title: t('users.empty.title'), text: t('users.empty.text') }
            : { title: t('users.find.title'), text: t('users.find.text') }
        }
        search={{
          label: t('users.search'),
          placeholder: t('users.placeholder'),
          ...(isFull && {
            filter: {
              name: 'list',
              label: t('users.filter'),
              options: USER_LISTS.map((value) => ({
                value,
                label: <FilterLabel count={query.data?.counts[value]}>{nameOf(value)}</FilterLabel>,
              })),
              value: list,
            },
          }),
          notFound: t(q ? 'users.notFound' : 'users.noneOf', { q }),
          inAll: query.data?.counts.all,
          showAll: t('users.showAll'),
          found: (values) => t('users.found', values),
        }}
      >
        {(users) => <UserRows users={users} isNarrow={isNarrow} onChange={isFull ? setChanged : undefined} />}
      </AdminList>
      <ChangeTariffDialog user={shown} onClose={() => setChanged(undefined)} />
    </>
  );
}
