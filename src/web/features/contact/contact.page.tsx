import { useTranslation } from 'react-i18next';
import prose from '../../ui/prose.module.css';

export function ContactPage() {
  const { t } = useTranslation('contact');
  return (
    <article className={prose.prose}>
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
    </article>
  );
}
