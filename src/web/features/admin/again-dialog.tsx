import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AdminLoginForm } from './admin-login-form.tsx';
import styles from './admin-panel.module.css';

interface AgainDialogProps {
  isOpen: boolean;
  /** The session is still valid, but the change needs a recent login. */
  isConfirmation: boolean;
  /** Something typed is kept under it. */
  isDirty: boolean;
  onEntered: () => void;
  onLeave: () => void;
}

/** Over the desk once its session has ended: the tab and what is typed in it wait underneath. */
export function AgainDialog({ isOpen, isConfirmation, isDirty, onEntered, onLeave }: AgainDialogProps) {
  const { t } = useTranslation('admin');
  return (
    // Esc changes nothing: there is no desk without a session, and what is typed must not go by a stray key.
    <Dialog isOpen={isOpen} title={t(isConfirmation ? 'ended.confirmTitle' : 'ended.title')} isGuarded onClose={() => undefined}>
      <p>{t(isConfirmation ? 'ended.confirm' : isDirty ? 'ended.kept' : 'ended.text')}</p>
      <AdminLoginForm onEntered={onEntered} />
      <Button className={styles.leave} look="plain" isWide onClick={onLeave}>
        {t(isDirty ? 'ended.drop' : 'ended.leave')}
      </Button>
    </Dialog>
  );
}
