import { useTranslation } from 'react-i18next';
import prose from '../../ui/prose.module.css';

export function VehiclesPage() {
  const { t } = useTranslation('service');
  return (
    <section className={prose.prose}>
      <h1>{t('title')}</h1>
    </section>
  );
}
