import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';

export function AdminPage() {
  const { t } = useTranslation();
  return (
    <section className={prose.prose}>
      <h1>{t('admin.title')}</h1>
      <p>{t('admin.text')}</p>
      <ButtonLink look="quiet" to={paths.home}>
        {t('admin.home')}
      </ButtonLink>
    </section>
  );
}
