import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminTab } from '../../admin/admin-tab.tsx';
import { MailNotice } from '../../admin/mail-notice.tsx';
import { useIsAllowed } from '../../admin/own-admin.queries.ts';
import { useWayBack } from '../../admin/user-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { userQuery } from './admin-users.queries.ts';
import { UserActions } from './user-actions.tsx';
import { UserFacts } from './user-facts.tsx';
import { MailList, OrderList, PaymentList, TariffHistory } from './user-lists.tsx';
import { ReadNotes, UserNotes } from './user-notes.tsx';
import styles from './user-view.module.css';

interface UserViewProps {
  userId: number;
  onDirty: (isDirty: boolean) => void;
}

/** One user: the account, what administrators can do with it, their notes, tariffs, orders and emails. */
export function UserView({ userId, onDirty }: UserViewProps) {
  const { t } = useTranslation('adminLists');
  const back = useWayBack();
  const heading = useRef<HTMLHeadingElement>(null);
  const isFull = useIsAllowed('all');
  const query = useQuery(userQuery(userId));
  const user = query.data?.data;

  useEffect(() => heading.current?.focus(), []);

  return (
    <AdminTab
      title={user ? `${user.first_name} ${user.last_name}` : t('users.page.title')}
      headingRef={heading}
      controls={
        <ButtonLink look="quiet" size="small" icon="back" to={back}>
          {t('users.page.back')}
        </ButtonLink>
      }
      query={query}
      skeleton={{ height: 420 }}
      showsRefetchError
    >
      {({ data }) => (
        <div className={styles.view}>
          <UserFacts user={data} />
          <div className={styles.side}>
            <UserActions user={data} back={back} isFull={isFull} />
            {isFull ? <UserNotes user={data} onDirty={onDirty} /> : <ReadNotes text={data.admin_notes} />}
          </div>
          <div className={styles.lists}>
            <TariffHistory changes={data.tariff_changes} />
            <OrderList user={data} />
            <PaymentList payments={data.payments} />
            {data.mails.length > 0 && <MailNotice />}
            <MailList mails={data.mails} />
          </div>
        </div>
      )}
    </AdminTab>
  );
}
