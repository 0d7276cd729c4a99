import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './drawn-page.module.css';

/** An invented history; its texts are in home.json. Letters beyond Latin-1 in the name would load another font file on the first screen. */
const LINES = [
  { key: 'oil', reading: 98_047, day: '2026-06-14', price: 1_865.5 },
  { key: 'brakes', reading: 96_310, day: '2026-04-02', price: 4_240 },
  { key: 'alignment', reading: 95_780, day: '2026-03-21', price: 950 },
  { key: 'belt', reading: 95_212, day: '2026-01-17', price: 12_370.15 },
] as const;
const TOTAL = LINES.reduce((sum, { price }) => sum + price, 0);
const CURRENCY = 'UAH';

function Stamp() {
  const { t } = useTranslation('home');
  const day = useFormat().day(LINES[0].day);
  return (
    <svg className={styles.stamp} viewBox="0 0 120 120" aria-hidden="true" fill="none" stroke="currentColor">
      <defs>
        <path id="stamp-ring" d="M60 60m-43 0a43 43 0 1 1 86 0a43 43 0 1 1-86 0" />
      </defs>
      <circle cx="60" cy="60" r="56" strokeWidth="2.5" />
      <circle cx="60" cy="60" r="33" strokeWidth="1.2" />
      <text fill="currentColor" stroke="none" fontSize="11.5" fontWeight="600" letterSpacing="1.6">
        <textPath href="#stamp-ring" textLength="264">
          {t('page.stamp')}
        </textPath>
      </text>
      <text x="60" y="57" fill="currentColor" stroke="none" textAnchor="middle" fontSize="15" fontWeight="700">
        {day.slice(0, -5)}
      </text>
      <text x="60" y="73" fill="currentColor" stroke="none" textAnchor="middle" fontSize="13" fontWeight="600">
        {day.slice(-4)}
      </text>
    </svg>
  );
}

/** Shows the product on the first screen: a page of a service book with its ribbon, total and stamp. */
export function DrawnPage() {
  const { t } = useTranslation('home');
  const format = useFormat();
  return (
    <figure className={styles.book} role="img" aria-label={t('page.label')}>
      <div className={styles.page}>
        <div className={styles.ribbon} />
        <div className={styles.top}>
          <Icon name="car" />
          <div>
            <b>Toyota Corolla, 2014</b>
            <small>JTDBU4EE9CARNET01</small>
          </div>
        </div>
        <ul className={styles.lines}>
          {LINES.map(({ key, reading, day, price }) => (
            <li key={key}>
              <span className={styles.reading}>
                {format.number(reading)}
                <i>{`\u00a0${t('page.km')}`}</i>
              </span>
              <div className={styles.work}>
                <span>{t(`page.lines.${key}.work`)}</span>
                <small>
                  <span>{t(`page.lines.${key}.part`)}</span>
                  <i> · </i>
                  {format.day(day)}
                </small>
              </div>
              <span className={styles.price}>{format.money(price, CURRENCY)}</span>
            </li>
          ))}
        </ul>
        <div className={styles.sum}>
          <span>{t('page.sum')}</span>
          <span>{format.money(TOTAL, CURRENCY)}</span>
        </div>
        <div className={styles.end}>
          <p>
            <small>{t('page.note')}</small>
            {t('page.noteText')}
          </p>
          <Stamp />
        </div>
      </div>
    </figure>
  );
}
