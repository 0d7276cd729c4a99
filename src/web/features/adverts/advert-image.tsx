import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadAdvertImage } from '#contract/adverts.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import type { Photo } from '../../ui/photo.ts';
import { PhotoField } from '../../ui/photo-field.tsx';
import styles from './adverts.module.css';

interface AdvertImageProps {
  image: string | null;
  path: string;
  error: string | undefined;
  onImage: (image: string | null) => void;
}

/** Sent as soon as it is chosen; the advert takes its address. */
export function AdvertImage({ image, path, error, onImage }: AdvertImageProps) {
  const { t } = useTranslation('adminSettings');
  const [photo, setPhoto] = useState<Photo>();
  const [fault, setFault] = useState<string>();
  const latest = useRef<Photo>(undefined);

  async function upload(chosen: Photo | undefined) {
    latest.current = chosen;
    setFault(undefined);
    setPhoto(chosen);
    if (!chosen) return;
    const result = await call(uploadAdvertImage, { body: {}, image: chosen.image });
    if (latest.current !== chosen) return;
    if (result.success) return onImage(result.image);
    setPhoto(undefined);
    // The login over the desk says why an upload without a session failed; the photo is chosen again after it.
    setFault(result.code);
  }
  return (
    <fieldset className={styles.image}>
      <legend>{t('adverts.image')}</legend>
      <PhotoField photo={photo} current={image ?? undefined} error={fault ?? error} path={path} onPhoto={(chosen) => void upload(chosen)} />
      {image && (
        <Button
          look="danger-plain"
          size="small"
          onClick={() => {
            void upload(undefined);
            onImage(null);
          }}
        >
          {t('adverts.noImage')}
        </Button>
      )}
    </fieldset>
  );
}
