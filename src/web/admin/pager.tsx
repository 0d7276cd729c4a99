import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PAGE_SIZE } from '#contract/limits.ts';
import { useFormat } from '../i18n/use-format.ts';
import { IconButton, IconLink } from '../ui/button.tsx';
import { type ListAddress, pageCount } from './list-address.ts';
import styles from './pager.module.css';

/** Footer of a paged list: the range of rows shown, and links to other pages. Uses the namespace `admin`. */
export function Pager({ address, total }: { address: ListAddress; total: number }) {
  const { t } = useTranslation('admin');
  const { number } = useFormat();
  const { page, searchOf } = address;
  const pages = pageCount(total);
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <div className={styles.pager}>
      <span>{t('list.shown', { first: number(first), last: number(Math.min(page * PAGE_SIZE, total)), total: number(total) })}</span>
      {pages > 1 && (
        <nav className={styles.pages} aria-label={t('list.pages')}>
          {page > 2 && (
            <Link to={searchOf(1)} aria-label={t('list.first')} className={styles.end}>
              1
            </Link>
          )}
          <Step icon="back" label={t('list.previous')} to={page > 1 ? searchOf(page - 1) : undefined} />
          <b aria-current="page">{t('list.page', { page: number(page), pages: number(pages) })}</b>
          <Step icon="arrow" label={t('list.next')} to={page < pages ? searchOf(page + 1) : undefined} />
          {page < pages - 1 && (
            <Link to={searchOf(pages)} aria-label={t('list.last', { value: number(pages) })} className={styles.end}>
              {number(pages)}
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}

function Step({ icon, label, to }: { icon: 'back' | 'arrow'; label: string; to: string | undefined }) {
  return to ? <IconLink icon={icon} label={label} to={to} /> : <IconButton icon={icon} label={label} disabled />;
}
