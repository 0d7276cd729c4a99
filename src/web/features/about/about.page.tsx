import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';

export function AboutPage() {
  const { t } = useTranslation('about');
  return (
    <article className={prose.prose}>
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
      <p>{t('fleet')}</p>
      <p>{t('paid')}</p>
      <ButtonLink to={paths.contact}>{t('contact')}</ButtonLink>
    </article>
  );
}
