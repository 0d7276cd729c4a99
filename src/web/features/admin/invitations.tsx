import { useTranslation } from 'react-i18next';
import { type Invitation, resendInvitation, withdrawInvitation } from '#contract/admins.ts';
import table from '../../admin/table.module.css';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './administrators.module.css';
import { useAdminsAction } from './admins.queries.ts';

/** Invitations that were not accepted yet; nothing if there are none. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useTranslation('adminSettings');
  if (invitations.length === 0) return null;
  return (
    <section>
      <h2>{t('admins.invitations')}</h2>
      <Sheet isBare>
        <ul className={table.cards} aria-label={t('admins.invitations')}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.invitation_id} invitation={invitation} />
          ))}
        </ul>
      </Sheet>
    </section>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('adminSettings');
  const { moment } = useFormat();
  const { isSending, act } = useAdminsAction();
  const { invitation_id: invitationId, email } = invitation;
  const role = t(`roles.${invitation.role}`);
  const params = { invitationId };
  const again = () => act(() => call(resendInvitation, { params }), 'adminApi.invite.success');
  const withdraw = () => act(() => call(withdrawInvitation, { params }), 'adminApi.withdraw.success');
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.email}>{email}</p>
        <p className={styles.note}>
          {invitation.is_expired ? t('admins.expired', { role }) : t('admins.until', { role, when: moment(invitation.expires_at) })}
        </p>
        <p className={styles.note}>{t('admins.invitedBy', { email: invitation.invited_by })}</p>
      </div>
      <div className={styles.buttons}>
        <Button look="quiet" size="small" isPaused={isSending} aria-label={t('admins.againOf', { email })} onClick={() => void again()}>
          {t('admins.again')}
        </Button>
        <Button
          look="quiet"
          size="small"
          isPaused={isSending}
          aria-label={t('admins.withdrawOf', { email })}
          onClick={() => void withdraw()}
        >
          {t('admins.withdraw')}
        </Button>
      </div>
    </li>
  );
}
