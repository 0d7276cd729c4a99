import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { closeToast, type ShownToast, useShownToasts } from './toast.ts';
import styles from './toasts.module.css';

const SHOWN_FOR = 6_000;

function OneToast({ toast }: { toast: ShownToast }) {
  const { t } = useTranslation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  const start = () => {
    stop();
    timer.current = setTimeout(() => closeToast(toast.id), SHOWN_FOR);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock for one notice
  useEffect(() => {
    start();
    return stop;
  }, []);

  function handleAction() {
    closeToast(toast.id);
    toast.action?.run();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: waits while it is being read or reached for
    <div className={styles.toast} data-failure={toast.isFailure} onPointerEnter={stop} onPointerLeave={start} onFocus={stop} onBlur={start}>
      <span>{toast.text}</span>
      {toast.action && (
        <button type="button" className={styles.action} onClick={handleAction}>
          {toast.action.label}
        </button>
      )}
      <IconButton className={styles.close} icon="close" label={t('close')} onClick={() => closeToast(toast.id)} />
    </div>
  );
}

/** Part of the shell; `showToast` fills it. The live region stands from the start, or nothing would be read out. */
export function Toasts() {
  const shown = useShownToasts();
  return (
    <div className={styles.place} role="status">
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
