import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadAdvertImage } from '#contract/adverts.admin.ts';
import { call } from '../../api/call.ts';
import type { Preparation } from '../../forms/use-submit-when-ready.ts';
import type { Photo } from '../../photos/photo.ts';
import { PhotoField } from '../../photos/photo-field.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './adverts.module.css';

interface AdvertImageProps {
  /** Key of the draft, independent of its position in the list. */
  draftKey: string;
  image: string | null;
  path: string;
  error: string | undefined;
  onImage: (draftKey: string, image: string | null) => void;
  onPreparation: (draftKey: string, preparation: Preparation) => void;
}

/** The image is uploaded as soon as it is chosen; the advert gets its URL. */
export function AdvertImage({ draftKey, image, path, error, onImage, onPreparation }: AdvertImageProps) {
  const { t } = useTranslation('adminSettings');
  const [photo, setPhoto] = useState<Photo>();
  const [fieldError, setFieldError] = useState<string>();
  const latest = useRef<Photo>(undefined);

  // A removed advert no longer delays saving.
  useEffect(() => () => onPreparation(draftKey, 'ready'), [draftKey, onPreparation]);

  async function upload(chosen: Photo | undefined) {
    latest.current = chosen;
    setFieldError(undefined);
    setPhoto(chosen);
    if (!chosen) return onPreparation(draftKey, 'ready');
    onPreparation(draftKey, 'busy');
    const result = await call(uploadAdvertImage, { body: {}, image: chosen.image });
    if (latest.current !== chosen) return;
    if (result.success) {
      onImage(draftKey, result.image);
      return onPreparation(draftKey, 'ready');
    }
    setPhoto(undefined);
    onPreparation(draftKey, 'failed');
    // Without a session, the login dialog over the panel shows the error; the photo must be chosen again afterwards.
    setFieldError(result.code);
  }

  function handlePreparation(preparation: Preparation) {
    // A resized photo is ready only after its upload.
    if (preparation === 'ready') return;
    // Ignore the result of the previous photo's upload.
    latest.current = undefined;
    setPhoto(undefined);
    onPreparation(draftKey, preparation);
  }

  return (
    <fieldset className={styles.image}>
      <legend>{t('adverts.image')}</legend>
      <PhotoField
        photo={photo}
        current={image ?? undefined}
        error={fieldError ?? error}
        path={path}
        onPhoto={(chosen) => void upload(chosen)}
        onPreparation={handlePreparation}
      />
      {image && (
        <Button
          look="danger-plain"
          size="small"
          onClick={() => {
            void upload(undefined);
            onImage(draftKey, null);
          }}
        >
          {t('adverts.noImage')}
        </Button>
      )}
    </fieldset>
  );
}
