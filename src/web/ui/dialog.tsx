import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';
import { closeModal, openModal } from './modal-stack.ts';

interface DialogProps {
  isOpen: boolean;
  /** Heading and accessible name. */
  title: ReactNode;
  /** Called on Esc, and on a click outside unless `isGuarded`. */
  onClose: () => void;
  /** For forms: a click outside does not close the dialog. */
  isGuarded?: boolean;
  /** As wide as its content, up to the width of the window. */
  isWide?: boolean;
  children: ReactNode;
}

/** A native modal dialog. The browser traps the focus, restores it on close, and makes the rest of the page inert. */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same, handled by onCancel
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      data-wide={isWide || undefined}
      onCancel={handleCancel}
      // Chrome closes the dialog on a second Esc even after preventDefault; reopen it unless the parent closed it.
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
