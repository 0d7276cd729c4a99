import type { VehicleType } from '#contract/vehicle-types.ts';
import styles from './icon.module.css';
import iconsUrl from './icons.svg?url';
import markUrl from './mark.svg?url';

/** The drawings of icons.svg; every vehicle type has one of its name. */
export type IconName =
  | VehicleType
  | 'plus'
  | 'chevron'
  | 'arrow'
  | 'back'
  | 'search'
  | 'edit'
  | 'trash'
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
  | 'shield';

interface IconProps {
  name: IconName;
  /** 16, 20 (unless told), 28, 36 px. */
  size?: 'small' | 'large' | 'tile';
  className?: string | undefined;
}

/** A drawing beside words; never the only bearer of a meaning. */
export function Icon({ name, size, className }: IconProps) {
  return (
    <svg className={className ? `${styles.icon} ${className}` : styles.icon} data-size={size} aria-hidden="true">
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  );
}

/** The stitched booklet; its colours are the same in both themes. */
export function Mark() {
  return <img src={markUrl} width={30} height={30} alt="" />;
}
