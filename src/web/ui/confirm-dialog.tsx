import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: ReactNode;
  /** What follows from it. */
  children: ReactNode;
  /** Repeats verb and thing: «Видалити Škoda Octavia». */
  confirmText: ReactNode;
  /** Red unless told. */
  confirmLook?: 'danger' | 'filled';
  /** While it is being done: «Видаляємо…». */
  busyText?: ReactNode;
  isBusy?: boolean;
  /** Says what stays: «Залишити». */
  keepText: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is destroyed. The focus starts on the harmless button. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmText,
  confirmLook = 'danger',
  busyText,
  isBusy = false,
  keepText,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      <div>{children}</div>
      <div className={styles.buttons}>
        <Button look="quiet" onClick={onClose} isPaused={isBusy} autoFocus>
          {keepText}
        </Button>
        <Button look={confirmLook} onClick={onConfirm} isBusy={isBusy} busyText={busyText}>
          {confirmText}
        </Button>
      </div>
    </Dialog>
  );
}
