import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { paths } from '../paths.ts';

const ITEMS = ['home', 'service', 'contact', 'about'] as const;

/** Links to the four sections; the current one has aria-current, on the pages of vehicles the service book. */
export function NavLinks() {
  const { t } = useTranslation();
  return ITEMS.map((item) => (
    <NavLink key={item} to={paths[item]} end={item !== 'service'}>
      <span data-text={t(`nav.${item}`)}>{t(`nav.${item}`)}</span>
    </NavLink>
  ));
}
