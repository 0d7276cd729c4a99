import { useTranslation } from 'react-i18next';

/** Says which vehicles a sum leaves out. Needs the texts of `vehicles`. */
export function LeftOut({ hidden, archived, className }: { hidden: number; archived: number; className: string | undefined }) {
  const { t } = useTranslation('vehicles');
  if (hidden + archived === 0) return null;
  const left = hidden === 0 ? 'archived' : archived === 0 ? 'hidden' : 'both';
  return <p className={className}>{t(`leftOut.${left}`, { hidden, archived })}</p>;
}
