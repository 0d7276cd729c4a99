import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import styles from '../page/vehicle-page.module.css';

const isField = (target: EventTarget | null): boolean => target instanceof Element && target.matches('input, select, textarea');

/** On phones the button for a new record within reach of the thumb. Gives way to the keyboard while a field has the focus. */
export function ThumbBar({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('vehicles');
  const [isTyping, setTyping] = useState(() => isField(document.activeElement));
  useEffect(() => {
    const enter = ({ target }: FocusEvent) => setTyping(isField(target));
    const leave = ({ relatedTarget }: FocusEvent) => setTyping(isField(relatedTarget));
    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', leave);
    };
  }, []);
  if (isTyping) return null;
  return (
    <div className={styles.thumb}>
      <Button icon="plus" isWide onClick={onAdd}>
        {t('page.addRecord')}
      </Button>
    </div>
  );
}
