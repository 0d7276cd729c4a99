import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import styles from '../page/vehicle-page.module.css';

const isField = (target: EventTarget | null): boolean => target instanceof Element && target.matches('input, select, textarea');

interface ThumbBarProps {
  hasFuel?: boolean;
  onAdd: (kind: 'work' | 'fill') => void;
}

/** On phones the buttons for a new record and a fill within reach of the thumb. Gives way to the keyboard while a field has the focus. */
export function ThumbBar({ hasFuel, onAdd }: ThumbBarProps) {
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
      <Button icon="plus" isWide onClick={() => onAdd('work')}>
        {t('page.addRecord')}
      </Button>
      {hasFuel && (
        <Button icon="pump" look="quiet" onClick={() => onAdd('fill')}>
          {t('page.addFuel')}
        </Button>
      )}
    </div>
  );
}
