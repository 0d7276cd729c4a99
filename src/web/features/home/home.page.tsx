import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { VEHICLE_TYPES } from '#contract/vehicle-type-list.ts';
import { useHasSession, useSession } from '../../api/session.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import contents from '../../ui/contents.module.css';
import { Icon } from '../../ui/icon.tsx';
import { DrawnPage } from './drawn-page.tsx';
import styles from './home.module.css';
import { TariffCards } from './tariff-cards.tsx';
import { useVisit } from './use-visit.ts';

const CHAPTERS = ['records', 'costs', 'search', 'fleet'] as const;

/** Without their code, the vehicles are in the book all the same. */
const OwnVehicles = lazy(async () => {
  try {
    const [part] = await Promise.all([import('./own-vehicles.tsx'), loadTexts(['vehicles'])]);
    return { default: part.OwnVehicles };
  } catch {
    return { default: OpenBook };
  }
});

export function HomePage() {
  const hasSession = useHasSession();
  useVisit();
  return (
    <>
      {hasSession ? <OwnBook /> : <Claim />}
      <TariffCards />
    </>
  );
}

/** The first screen of a user: their vehicles. */
function OwnBook() {
  const { t } = useTranslation('home');
  const session = useSession();
  const placeholder = <div className={styles.ownPlace} aria-busy="true" />;
  return (
    <section className={styles.own} aria-labelledby="own">
      <h1 id="own">{t('own.title')}</h1>
      {session ? (
        <Suspense fallback={placeholder}>
          <OwnVehicles />
        </Suspense>
      ) : (
        placeholder
      )}
    </section>
  );
}

function OpenBook() {
  const { t } = useTranslation('home');
  return (
    <ButtonLink size="large" to={paths.service}>
      {t('open')}
    </ButtonLink>
  );
}

/** What Carnet is, for visitors. */
function Claim() {
  const { t } = useTranslation('home');
  return (
    <>
      <section className={styles.hero}>
        <div>
          <h1>{t('title')}</h1>
          <p className={styles.lead}>{t('lead')}</p>
          <OpenBook />
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
    </>
  );
}
