import { useTranslation } from 'react-i18next';
import styles from './note-panel.module.css';

/** A note that cannot be changed. */
export function NoteView({ vehicleName, text }: { vehicleName: string; text: string }) {
  const { t } = useTranslation('notes');
  return (
    <aside className={styles.panel} aria-label={t('of', { name: vehicleName })}>
      <h4>{t('title')}</h4>
      <p>{text}</p>
    </aside>
  );
}
