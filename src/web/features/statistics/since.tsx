import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';

/** Beside a year that begins with the first record of all. */
export function Since({ day }: { day: string | null | undefined }) {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  return day && <small>{t('since', { day: format.day(day) })}</small>;
}
