import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AdminLoginForm } from './admin-login-form.tsx';
import styles from './admin-panel.module.css';

interface AdminLoginDialogProps {
  isOpen: boolean;
  /** That of the administrator whose session it was. */
  email: string | undefined;
  /** The tab underneath has unsaved changes. */
  isDirty: boolean;
  onEntered: () => void;
  onLeave: () => void;
  /** Closes the dialog if the session is still valid, but a change needs a recent login. */
  onResume: (() => void) | undefined;
}

/** Shown over the admin panel when its session has ended; the tab and its unsaved input stay mounted underneath. */
export function AdminLoginDialog({ isOpen, email, isDirty, onEntered, onLeave, onResume }: AdminLoginDialogProps) {
  const { t } = useTranslation('admin');
  return (
    // Without a session Esc is ignored: the panel is unusable then, and a stray key must not discard unsaved input.
    <Dialog isOpen={isOpen} title={t(onResume ? 'ended.confirmTitle' : 'ended.title')} isGuarded onClose={() => onResume?.()}>
      <p>{t(onResume ? 'ended.confirm' : isDirty ? 'ended.kept' : 'ended.text')}</p>
      <AdminLoginForm email={email} onEntered={onEntered} />
      <Button className={styles.leave} look="plain" isWide onClick={onResume ?? onLeave}>
        {t(onResume ? 'ended.resume' : isDirty ? 'ended.drop' : 'ended.leave')}
      </Button>
    </Dialog>
  );
}
