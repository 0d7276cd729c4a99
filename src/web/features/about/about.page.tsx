import { useTranslation } from 'react-i18next';
import { useIsPaymentActive } from '../../api/page-content.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import contents from '../../ui/contents.module.css';
import styles from './about.module.css';

const CHAPTERS = ['project', 'person'] as const;

/** Names are the same in every language; the purpose of each is in about.json. */
const TECHNOLOGIES = [
  {
    side: 'browser',
    names: [
      ['react', 'React'],
      ['mantine', 'Mantine'],
      ['router', 'React Router'],
      ['query', 'TanStack Query'],
      ['i18next', 'i18next'],
      ['vite', 'Vite'],
    ],
  },
  {
    side: 'server',
    names: [
      ['node', 'Node.js'],
      ['typescript', 'TypeScript'],
      ['fastify', 'Fastify'],
      ['zod', 'Zod'],
      ['kysely', 'Kysely'],
      ['database', 'SQLite, PostgreSQL'],
    ],
  },
  {
    side: 'checks',
    names: [
      ['vitest', 'Vitest'],
      ['playwright', 'Playwright'],
      ['axe', 'axe'],
      ['biome', 'Biome'],
    ],
  },
] as const;

/** The project, its author, whether paid features are on, and the technologies. */
export function AboutPage() {
  const { t } = useTranslation('about');
  const isPaymentActive = useIsPaymentActive();
  return (
    <article className={styles.page}>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <div className={contents.contents}>
        <ul>
          {CHAPTERS.map((chapter) => (
            <li key={chapter}>
              <h2 className={styles.heading}>{t(`chapters.${chapter}.title`)}</h2>
              <div>
                {(t(`chapters.${chapter}.text`, { returnObjects: true }) as string[]).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </li>
          ))}
          <li>
            <h2 className={styles.heading}>{t('chapters.paid.title')}</h2>
            <div>
              <p>{t(isPaymentActive ? 'chapters.paid.on' : 'chapters.paid.off')}</p>
            </div>
          </li>
          <li>
            <h2 className={styles.heading}>{t('chapters.technology.title')}</h2>
            <div className={styles.technologies}>
              {TECHNOLOGIES.map(({ side, names }) => (
                <section key={side}>
                  <h3>{t(`technology.${side}.title`)}</h3>
                  <dl>
                    {names.map(([key, name]) => (
                      <div key={key}>
                        <dt>{name}</dt>
                        <dd>{t(`technology.uses.${key}`)}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
            </div>
          </li>
        </ul>
      </div>
      <ButtonLink size="large" to={paths.contact}>
        {t('contact')}
      </ButtonLink>
    </article>
  );
}
