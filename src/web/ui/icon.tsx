import type { VehicleType } from '#contract/vehicle-types.ts';
import styles from './icon.module.css';
import iconsUrl from './icons.svg?url';
import markUrl from './mark.svg?url';

/** Ids of the symbols in icons.svg; every vehicle type has a symbol of the same name. */
export type IconName =
  | VehicleType
  | 'plus'
  | 'chevron'
  | 'arrow'
  | 'back'
  | 'search'
  | 'edit'
  | 'trash'
  | 'archive'
  | 'copy'
  | 'check'
  | 'close'
  | 'user'
  | 'login'
  | 'logout'
  | 'sun'
  | 'moon'
  | 'menu'
  | 'photo'
  | 'enlarge'
  | 'attention'
  | 'info'
  | 'settings'
  | 'key'
  | 'order'
  | 'tariff'
  | 'note'
  | 'lock'
  | 'hidden'
  | 'eye'
  | 'shield'
  | 'pump'
  | 'money'
  | 'gauge'
  | 'bell'
  | 'stamp';

interface IconProps {
  name: IconName;
  /** small 16 px, large 28 px, tile 36 px; 20 px by default. */
  size?: 'small' | 'large' | 'tile';
  className?: string | undefined;
}

/** A decorative icon, hidden from screen readers; use it next to a text or in a labelled control. */
export function Icon({ name, size, className }: IconProps) {
  return (
    <svg className={className ? `${styles.icon} ${className}` : styles.icon} data-size={size} aria-hidden="true">
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  );
}

/** The logo; its colours are the same in both themes. */
export function Mark() {
  return <img src={markUrl} width={30} height={30} alt="" />;
}
