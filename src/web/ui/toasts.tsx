import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { clearToasts, closeToast, type ShownToast, useShownToasts } from './toast.ts';
import styles from './toasts.module.css';
import { useIsRaised } from './use-is-raised.ts';
import { useToastHost } from './use-toast-host.ts';

const SHOWN_FOR = 6_000;
const SHOWN_FOR_WITH_ACTION = 10_000;
const HOTKEY = 'F8';

interface OneToastProps {
  toast: ShownToast;
  isPaused: boolean;
  onAction: () => void;
  onClose: () => void;
}

function OneToast({ toast, isPaused, onAction, onClose }: OneToastProps) {
  const { t } = useTranslation();
  const { id, text, isFailure, action } = toast;
  const shownFor = action ? SHOWN_FOR_WITH_ACTION : SHOWN_FOR;

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => closeToast(id), shownFor);
    return () => clearTimeout(timer);
  }, [id, isPaused, shownFor]);

  return (
    <div className={styles.toast} data-failure={isFailure}>
      <span>{text}</span>
      <div className={styles.buttons}>
        {action && (
          <button type="button" className={styles.action} onClick={onAction}>
            {action.label}
          </button>
        )}
        <IconButton className={styles.close} icon="close" label={t('close')} onClick={onClose} />
      </div>
    </div>
  );
}

function useIsPageHidden(): boolean {
  const [isHidden, setIsHidden] = useState(false);
  useEffect(() => {
    const update = () => setIsHidden(document.hidden);
    update();
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return isHidden;
}

/** Remembers the element that had the focus before the notices and restores it. The hotkey moves the focus in both directions. */
function useFocusReturn(isEmpty: boolean) {
  const region = useRef<HTMLElement>(null);
  const origin = useRef<Element>(null);

  function returnFocus() {
    const target = origin.current?.isConnected ? origin.current : document.getElementById('main');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== HOTKEY || isEmpty || !region.current) return;
      event.preventDefault();
      if (region.current.contains(document.activeElement)) return returnFocus();
      region.current.focus();
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  });

  const rememberOrigin = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget;
  };
  return { region, rememberOrigin, returnFocus };
}

/**
 * Renders the notices of `showToast`. The live region must exist before the first notice, or screen readers would not announce it; each
 * notice is announced once.
 */
export function Toasts() {
  const { t } = useTranslation();
  const shown = useShownToasts();
  const host = useToastHost(styles.place);
  const isPageHidden = useIsPageHidden();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isEmpty = shown.length === 0;
  const { region, rememberOrigin, returnFocus } = useFocusReturn(isEmpty);
  const isRaised = useIsRaised(region, isEmpty);
  useEffect(() => {
    if (host) host.dataset.raised = String(isRaised);
  }, [host, isRaised]);

  useEffect(() => clearToasts, []);

  // Removing a notice that has the pointer or the focus fires no leave or blur event; in Firefox not even later.
  useEffect(() => {
    if (!isEmpty) return;
    setIsHovered(false);
    setIsFocused(false);
  }, [isEmpty]);

  function handleClose(toast: ShownToast) {
    setIsHovered(false);
    if (shown.length > 1) region.current?.focus();
    else returnFocus();
    closeToast(toast.id);
  }

  /** Does not move the focus; the action does. */
  function handleAction({ id, action }: ShownToast) {
    setIsHovered(false);
    setIsFocused(false);
    closeToast(id);
    action?.run();
  }

  if (!host) return null;
  return createPortal(
    <section
      ref={region}
      className={styles.region}
      // An empty region must not be a landmark, so it has no name.
      aria-label={isEmpty ? undefined : t('notices')}
      aria-keyshortcuts={HOTKEY}
      tabIndex={-1}
      onPointerEnter={() => setIsHovered(true)}
      onPointerMove={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={(event) => {
        rememberOrigin(event);
        setIsFocused(true);
      }}
      onBlur={(event) => setIsFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <div className={styles.list} role="status" aria-atomic="false" aria-relevant="additions">
        {shown.map((toast) => (
          <OneToast
            key={toast.id}
            toast={toast}
            isPaused={isPageHidden || isHovered || isFocused}
            onAction={() => handleAction(toast)}
            onClose={() => handleClose(toast)}
          />
        ))}
      </div>
    </section>,
    host,
  );
}
