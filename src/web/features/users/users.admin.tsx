import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedUser } from '#contract/users.admin.ts';
import { AdminList } from '../../lists/admin-list.tsx';
import { useListAddress } from '../../lists/list-address.ts';
import { useIsBelow } from '../../ui/use-is-below.ts';
import { UserCards, UserTable } from './admin-user-rows.tsx';
import { usersQuery } from './admin-users.queries.ts';
import { ChangeTariffDialog } from './change-tariff-dialog.tsx';

/** Users, newest first, with their total and a manual change of tariff. */
export function UsersTab() {
  const { t } = useTranslation('adminLists');
  const address = useListAddress();
  const { q, page } = address;
  const isNarrow = useIsBelow(992);
  const query = useQuery(usersQuery({ q, page }));
  const [changed, setChanged] = useState<ListedUser>();
  // The newest data of the user, for example after another administrator has changed the tariff.
  const shown = changed && (query.data?.users.find(({ user_id }) => user_id === changed.user_id) ?? changed);
  const Rows = isNarrow ? UserCards : UserTable;
  return (
    <>
      <AdminList
        title={t('users.title')}
        address={address}
        query={query}
        rows={query.data?.users}
        rowHeight={isNarrow ? 96 : 53}
        empty={{ title: t('users.empty.title'), text: t('users.empty.text') }}
        search={{
          label: t('users.search'),
          placeholder: t('users.placeholder'),
          notFound: t('users.notFound', { q }),
          showAll: t('users.showAll'),
          found: (values) => t('users.found', values),
        }}
      >
        {(users) => <Rows users={users} onChange={setChanged} />}
      </AdminList>
      <ChangeTariffDialog user={shown} onClose={() => setChanged(undefined)} />
    </>
  );
}
