import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import buttons from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './photo-dialog.module.css';

interface PhotoDialogProps {
  image: string;
  /** Name of the vehicle. */
  name: string;
  /** The thumbnail, shown until the photo has loaded; it has the photo's aspect ratio. */
  thumbnail: HTMLImageElement | null;
  isOpen: boolean;
  onClose: () => void;
}

const USUAL_RATIO = 4 / 3;

type PhotoProps = Pick<PhotoDialogProps, 'image' | 'name' | 'thumbnail'>;

function LargePhoto({ image, name, thumbnail }: PhotoProps) {
  const { t } = useTranslation(['vehicles', 'shell']);
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  if (state === 'failed')
    return (
      <div className={styles.failed} role="alert">
        <p>{t('photo.failed')}</p>
        <Button look="quiet" onClick={() => setState('loading')}>
          {t('shell:again')}
        </Button>
      </div>
    );
  const ratio = thumbnail?.naturalHeight ? thumbnail.naturalWidth / thumbnail.naturalHeight : USUAL_RATIO;
  const style: Record<string, unknown> = { '--ratio': ratio };
  if (state === 'loading' && thumbnail?.naturalWidth) style.backgroundImage = `url("${thumbnail.currentSrc}")`;
  return (
    <img
      className={styles.photo}
      style={style as CSSProperties}
      src={image}
      alt={t('photo.alt', { name })}
      onLoad={() => setState('loaded')}
      onError={() => setState('failed')}
    />
  );
}

/** The photo of a vehicle, as large as the window allows. */
export function PhotoDialog({ image, name, thumbnail, isOpen, onClose }: PhotoDialogProps) {
  const { t } = useTranslation('shell');
  return (
    <Dialog isOpen={isOpen} title={name} isWide onClose={onClose}>
      <LargePhoto image={image} name={name} thumbnail={thumbnail} />
      <div className={buttons.buttons}>
        <Button look="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  );
}
