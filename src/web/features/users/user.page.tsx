import { useTranslation } from 'react-i18next';
import prose from '../../ui/prose.module.css';

export function UserPage() {
  const { t } = useTranslation();
  return (
    <section className={prose.prose}>
      <h1>{t('heads.user.title')}</h1>
    </section>
  );
}
