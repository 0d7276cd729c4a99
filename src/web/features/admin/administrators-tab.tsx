import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeAdminRole, type ListedAdmin, removeAdmin } from '#contract/admins.ts';
import type { AdminRole } from '#contract/roles.ts';
import { AdminTab } from '../../admin/admin-tab.tsx';
import { ownAdminQuery } from '../../admin/own-admin.queries.ts';
import table from '../../admin/table.module.css';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { AccountNav } from './account-nav.tsx';
import styles from './administrators.module.css';
import { adminsQuery, useAdminsAction } from './admins.queries.ts';
import { Invitations } from './invitations.tsx';
import { InviteForm } from './invite-form.tsx';

interface Asked {
  admin: ListedAdmin;
  /** The new role; undefined to remove the administrator. */
  role?: AdminRole;
}

/** The administrators with their roles, and invitations. */
export function AdministratorsTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminSettings');
  const query = useQuery(adminsQuery());
  const [asked, setAsked] = useState<Asked>();
  return (
    <AdminTab
      title={t('admins.title')}
      lead={t('admins.lead')}
      toolbar={<AccountNav tab="administrators" />}
      query={query}
      skeleton={{ height: 72, count: 3 }}
      showsRefetchError
    >
      {({ admins, invitations }) => (
        <div className={styles.parts}>
          <Sheet isBare>
            <ul className={table.cards} aria-label={t('admins.title')}>
              {admins.map((admin) => (
                <AdminRow key={admin.admin_id} admin={admin} onAsk={setAsked} />
              ))}
            </ul>
          </Sheet>
          <Invitations invitations={invitations} />
          <InviteForm onDirty={onDirty} />
          {asked && <AskDialog {...asked} onClose={() => setAsked(undefined)} />}
        </div>
      )}
    </AdminTab>
  );
}

function AdminRow({ admin, onAsk }: { admin: ListedAdmin; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation('adminSettings');
  const { moment } = useFormat();
  const { data: own } = useQuery({ ...ownAdminQuery(), enabled: false });
  const { email, role, has_two_factor: hasTwoFactor, last_login_at: loginAt } = admin;
  const next: AdminRole = role === 'all' ? 'orders' : 'all';
  const change = next === 'all' ? 'toAll' : 'toOrders';
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.email}>{email}</p>
        <p className={styles.facts}>
          {role === 'all' ? <Badge state="go">{t('roles.all')}</Badge> : <span>{t('roles.orders')}</span>}
          <span>{t(hasTwoFactor ? 'admins.twoFactorOn' : 'admins.twoFactorOff')}</span>
          <span>{loginAt ? t('admins.login', { when: moment(loginAt) }) : t('admins.never')}</span>
        </p>
        {admin.is_from_settings && <p className={styles.note}>{t('admins.settings')}</p>}
      </div>
      {email === own?.email ? (
        <span className={styles.you}>{t('admins.you')}</span>
      ) : (
        <div className={styles.buttons}>
          <Button look="quiet" size="small" aria-label={t(`admins.${change}Of`, { email })} onClick={() => onAsk({ admin, role: next })}>
            {t(`admins.${change}`)}
          </Button>
          <Button look="quiet" size="small" aria-label={t('admins.removeOf', { email })} onClick={() => onAsk({ admin })}>
            {t('admins.remove')}
          </Button>
        </div>
      )}
    </li>
  );
}

function AskDialog({ admin: { admin_id: adminId, email, role: seen }, role, onClose }: Asked & { onClose: () => void }) {
  const { t } = useTranslation('adminSettings');
  const { isSending, act } = useAdminsAction();
  const kind = role === undefined ? 'remove' : role === 'all' ? 'toAll' : 'toOrders';
  const params = { adminId };
  const confirm = () =>
    role === undefined
      ? act(() => call(removeAdmin, { params }), 'adminApi.remove.success', onClose)
      : act(() => call(changeAdminRole, { params, body: { role, seen } }), 'adminApi.changeRole.success', onClose);
  return (
    <ConfirmDialog
      isOpen
      title={t(`admins.${kind}Title`, { email })}
      confirmText={t(kind === 'remove' ? 'admins.removeSend' : `admins.${kind}`)}
      confirmLook={kind === 'toAll' ? 'filled' : 'danger'}
      busyText={t('admins.busy')}
      isBusy={isSending}
      cancelText={t('admins.keep')}
      onConfirm={() => void confirm()}
      onClose={() => isSending || onClose()}
    >
      {t(`admins.${kind}Text`)}
    </ConfirmDialog>
  );
}
