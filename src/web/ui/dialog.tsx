import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';
import { closeModal, openModal } from './modal-stack.ts';

interface DialogProps {
  isOpen: boolean;
  /** Names the thing that it is about. */
  title: ReactNode;
  /** Esc, and a click beside it where that loses nothing. */
  onClose: () => void;
  /** For forms: a stray click outside does not close it. */
  isGuarded?: boolean;
  /** As wide as its content, up to the window. */
  isWide?: boolean;
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus inside, gives it back, and makes the page behind inert. */
export function Dialog({ isOpen, title, onClose, isGuarded, isWide, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return;
    openModal(element);
    return () => closeModal(element);
  }, [isOpen]);

  function handleCancel(event: SyntheticEvent) {
    event.preventDefault();
    onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, told by onCancel
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      data-dialog-open={isOpen || undefined}
      data-wide={isWide || undefined}
      onCancel={handleCancel}
      // A second Esc the browser heeds by itself: the dialog goes when its owner says so.
      onClose={(event) => isOpen && openModal(event.currentTarget)}
      onClick={(event) => {
        if (!isGuarded && event.target === event.currentTarget) onClose();
      }}
    >
      {isOpen && (
        <div className={styles.inside}>
          <h2 id={titleId}>{title}</h2>
          {children}
        </div>
      )}
    </dialog>
  );
}
