import { useTranslation } from 'react-i18next';
import prose from '../../ui/prose.module.css';

export function LoginPage() {
  const { t } = useTranslation();
  return (
    <section className={prose.prose}>
      <h1>{t('heads.login.title')}</h1>
    </section>
  );
}
