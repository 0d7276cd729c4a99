import { useTranslation } from 'react-i18next';
import styles from './note-panel.module.css';

interface NoteViewProps {
  vehicleName: string;
  text: string;
  /** Level of the title; 4 in the list of vehicles. */
  level?: 2 | 4;
}

/** A note that cannot be changed. */
export function NoteView({ vehicleName, text, level = 4 }: NoteViewProps) {
  const { t } = useTranslation('notes');
  const Title = `h${level}` as const;
  return (
    <aside className={styles.panel} aria-label={t('of', { name: vehicleName })}>
      <Title>{t('title')}</Title>
      <p>{text}</p>
    </aside>
  );
}
