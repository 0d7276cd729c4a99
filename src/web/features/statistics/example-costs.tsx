import { useTranslation } from 'react-i18next';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { accountPath, planPath } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './costs.module.css';
import { CostsReport } from './costs-report.tsx';
import { exampleStatistics } from './example.ts';
import { periodOf } from './period.ts';

interface ExampleCostsProps {
  /** Without it, the example has no distances. */
  unit: ReadingUnit | undefined;
  currency: Currency;
  today: string;
  /** An order already awaits payment. */
  isOrdered: boolean;
}

/** Shown on basic: invented figures that are marked as such, and the way to the tariff. */
export function ExampleCosts({ unit, currency, today, isOrdered }: ExampleCostsProps) {
  const { t } = useTranslation('statistics');
  const figures = exampleStatistics(today, { unit: unit ?? 'year', currency, nameOf: (work) => t(`example.works.${work}`) });
  return (
    <>
      <section className={styles.offer}>
        <h3>{t('example.title')}</h3>
        <p>{t('example.text')}</p>
        <ButtonLink to={isOrdered ? accountPath('order') : planPath('family')}>
          {t(isOrdered ? 'example.order' : 'example.choose')}
        </ButtonLink>
      </section>
      <section className={styles.example} aria-label={t('example.mark')}>
        <Badge state="wait">{t('example.mark')}</Badge>
        <CostsReport figures={figures} shown={{ period: periodOf(null, today), today, currency }} hasForecast />
      </section>
    </>
  );
}
