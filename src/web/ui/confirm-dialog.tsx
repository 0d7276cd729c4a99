import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: ReactNode;
  /** The consequences of the action. */
  children: ReactNode;
  /** Verb and object: «Видалити Škoda Octavia». */
  confirmText: ReactNode;
  /** `danger` (red) by default. */
  confirmLook?: 'danger' | 'filled';
  /** Shown while the action runs: «Видаляємо…». */
  busyText?: ReactNode;
  isBusy?: boolean;
  /** Another action of the dialog runs. */
  isPaused?: boolean;
  /** Text of the cancel button: «Залишити». */
  cancelText: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** React leaves the attribute out, which the browser reads when the dialog opens: without it, a field of the dialog would get the focus. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.setAttribute('autofocus', '');

/** Asks for confirmation of a destructive action. The cancel button has the initial focus. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmText,
  confirmLook = 'danger',
  busyText,
  isBusy = false,
  isPaused = false,
  cancelText,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      <div>{children}</div>
      <div className={styles.buttons}>
        <Button ref={takeFocus} look="quiet" onClick={onClose} isPaused={isBusy || isPaused}>
          {cancelText}
        </Button>
        <Button look={confirmLook} onClick={onConfirm} isBusy={isBusy} isPaused={isPaused} busyText={busyText}>
          {confirmText}
        </Button>
      </div>
    </Dialog>
  );
}
