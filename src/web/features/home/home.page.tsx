import { useTranslation } from 'react-i18next';
import { VEHICLE_TYPES } from '#contract/vehicle-type-list.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import contents from '../../ui/contents.module.css';
import { Icon } from '../../ui/icon.tsx';
import { DrawnPage } from './drawn-page.tsx';
import styles from './home.module.css';
import { TariffCards } from './tariff-cards.tsx';
import { useVisit } from './use-visit.ts';

const CHAPTERS = ['records', 'costs', 'search', 'fleet'] as const;

export function HomePage() {
  const { t } = useTranslation('home');
  useVisit();
  return (
    <>
      <section className={styles.hero}>
        <div>
          <h1>{t('title')}</h1>
          <p className={styles.lead}>{t('lead')}</p>
          <ButtonLink size="large" to={paths.service}>
            {t('open')}
          </ButtonLink>
        </div>
        <DrawnPage />
      </section>
      <section className={`${contents.contents} ${styles.inside}`} aria-labelledby="contents">
        <h2 id="contents">{t('contents')}</h2>
        <ul>
          {CHAPTERS.map((chapter) => (
            <li key={chapter}>
              <h3>{t(`chapters.${chapter}.title`)}</h3>
              <div>
                <p>{t(`chapters.${chapter}.text`)}</p>
                {chapter === 'fleet' && (
                  <div className={styles.fleet}>
                    {VEHICLE_TYPES.map((type) => (
                      <Icon key={type} name={type} size="tile" />
                    ))}
                  </div>
                )}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <TariffCards />
    </>
  );
}
