import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Thumbnail } from '../../../photos/thumbnail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import styles from './vehicle-photo.module.css';

const PhotoDialog = lazyPart(async () => (await import('./photo-dialog.tsx')).PhotoDialog);

interface VehiclePhotoProps {
  image: string;
  /** Name of the vehicle. */
  name: string;
  className: string | undefined;
  /** Adds a button that enlarges the photo. */
  isEnlargeable: boolean;
  /** Largest size in CSS pixels. */
  width?: number;
  height?: number;
}

export function VehiclePhoto({ image, name, className, isEnlargeable, width = 96, height = 72 }: VehiclePhotoProps) {
  const { t } = useTranslation('vehicles');
  /** undefined until the first time. */
  const [isLarge, setLarge] = useState<boolean>();
  const thumbnail = useRef<HTMLImageElement>(null);
  return (
    <div className={`${styles.place} ${className}`}>
      <Thumbnail
        ref={thumbnail}
        className={styles.photo}
        image={image}
        width={width}
        height={height}
        alt=""
        loading="lazy"
        decoding="async"
      />
      {isEnlargeable && (
        <>
          <button type="button" className={styles.enlarge} aria-label={t('photo.enlarge', { name })} onClick={() => setLarge(true)}>
            <span>
              <Icon name="enlarge" size="small" />
            </span>
          </button>
          {isLarge !== undefined && (
            <Suspense fallback={null}>
              <PhotoDialog image={image} name={name} thumbnail={thumbnail.current} isOpen={isLarge} onClose={() => setLarge(false)} />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}
