import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AdminLoginForm } from './admin-login-form.tsx';
import styles from './admin-panel.module.css';

interface AdminLoginDialogProps {
  isOpen: boolean;
  /** The session is still valid, but the change needs a recent login. */
  isConfirmation: boolean;
  /** The tab underneath has unsaved changes. */
  isDirty: boolean;
  onEntered: () => void;
  onLeave: () => void;
}

/** Shown over the admin panel when its session has ended; the tab and its unsaved input stay mounted underneath. */
export function AdminLoginDialog({ isOpen, isConfirmation, isDirty, onEntered, onLeave }: AdminLoginDialogProps) {
  const { t } = useTranslation('admin');
  return (
    // Esc is ignored: the panel is unusable without a session, and a stray key must not discard unsaved input.
    <Dialog isOpen={isOpen} title={t(isConfirmation ? 'ended.confirmTitle' : 'ended.title')} isGuarded onClose={() => undefined}>
      <p>{t(isConfirmation ? 'ended.confirm' : isDirty ? 'ended.kept' : 'ended.text')}</p>
      <AdminLoginForm onEntered={onEntered} />
      <Button className={styles.leave} look="plain" isWide onClick={onLeave}>
        {t(isDirty ? 'ended.drop' : 'ended.leave')}
      </Button>
    </Dialog>
  );
}
