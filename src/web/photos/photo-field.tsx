import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preparation } from '../forms/use-submit-when-ready.ts';
import { useErrorText } from '../i18n/error-text.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Icon } from '../ui/icon.tsx';
import { type Photo, preparePhoto } from './photo.ts';
import styles from './photo-field.module.css';
import { Thumbnail } from './thumbnail.tsx';
import { usePhotoPreparation } from './use-photo-preparation.ts';

/** A generated drawing that can be used instead of a photo. */
export interface Drawing {
  /** Identifies the drawing. When it changes, a chosen drawing is drawn again. */
  key: string;
  draw: () => Promise<Photo>;
}

interface PhotoFieldProps {
  photo: Photo | undefined;
  /** Path of the stored photo. */
  current: string | undefined;
  /** Shows a square preview, as for a profile photo. */
  isSquare?: boolean | undefined;
  /** Offered instead of a photo until another one is chosen. */
  drawing?: Drawing | undefined;
  /** Key of the error catalogue. */
  error: string | undefined;
  /** Set as `data-path` of the file input, so that the form can focus it (`focusPhoto`). */
  path: string;
  onPhoto: (photo: Photo) => void;
  /** For an optional photo: removes the chosen and the current one. */
  onRemove?: () => void;
  /** Called with `busy` when preparation starts, and with `ready` after `onPhoto`. */
  onPreparation: (preparation: Preparation) => void;
}

function useSizeText(): (bytes: number) => string {
  const { t } = useTranslation('forms');
  const format = useFormat();
  return (bytes) =>
    bytes < 1024 * 1024
      ? t('photo.kb', { value: format.number(Math.max(1, Math.round(bytes / 1024))) })
      : t('photo.mb', { value: format.number(bytes / 1024 / 1024, { maximumFractionDigits: 1 }) });
}

/** An object URL of the chosen picture, revoked when it is no longer shown. */
function usePreview(photo: Photo | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!photo) return setUrl(undefined);
    const objectUrl = URL.createObjectURL(photo.image);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [photo]);
  return url;
}

/** Without this, the browser leaves the page to open a file that is dropped outside the field. */
function useHarmlessDrops(): void {
  useEffect(() => {
    const preventDrop = (event: globalThis.DragEvent) => event.preventDefault();
    window.addEventListener('dragover', preventDrop);
    window.addEventListener('drop', preventDrop);
    return () => {
      window.removeEventListener('dragover', preventDrop);
      window.removeEventListener('drop', preventDrop);
    };
  }, []);
}

function Picture({ photo, current, isSquare }: Pick<PhotoFieldProps, 'photo' | 'current' | 'isSquare'>) {
  const { t } = useTranslation('forms');
  const preview = usePreview(photo);
  const place = isSquare ? { width: 88, height: 88 } : { width: 104, height: 78 };
  if (preview) return <img className={styles.picture} src={preview} alt={t('photo.preview')} {...place} />;
  if (current) return <Thumbnail className={styles.picture} image={current} alt={t('photo.current')} {...place} />;
  return (
    <span className={styles.picture}>
      <Icon name="photo" size="large" />
    </span>
  );
}

function PhotoFacts({ photo }: { photo: Photo }) {
  const { t } = useTranslation('forms');
  const sizeText = useSizeText();
  const size = sizeText(photo.image.size);
  if (photo.drawnFor !== undefined) return <small>{t('photo.drawn')}</small>;
  return (
    <small>
      {photo.shrunkFrom === undefined ? t('photo.kept', { size }) : t('photo.shrunk', { size, from: sizeText(photo.shrunkFrom) })}
    </small>
  );
}

interface FileButtonProps {
  id: string;
  className: string | undefined;
  /** Opens the camera on devices that have one. */
  isCamera?: boolean;
  path?: string;
  isInvalid: boolean;
  describedBy: string;
  children: ReactNode;
  onFile: (file: File | undefined) => void;
}

function FileButton({ id, className, isCamera, path, isInvalid, describedBy, children, onFile }: FileButtonProps) {
  return (
    <>
      <label className={className} htmlFor={id}>
        {children}
      </label>
      <input
        className="visually-hidden"
        id={id}
        type="file"
        // If image/heic is not accepted, iOS converts photos to JPEG.
        accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        capture={isCamera && 'environment'}
        data-path={path}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

/** A field for a photo that is taken, dropped, chosen or drawn. Large photos are shrunk before the upload. */
export function PhotoField(props: PhotoFieldProps) {
  const { photo, current, isSquare, drawing, error, path, onPhoto, onRemove, onPreparation } = props;
  const { t } = useTranslation('forms');
  const errorText = useErrorText();
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const { isBusy, photoError, prepare, cancel } = usePhotoPreparation({ onPhoto, onPreparation });
  useHarmlessDrops();
  const problem = photoError ? t(`photo.${photoError}`) : error && errorText(error);
  const isShown = photo !== undefined || current !== undefined;
  const file = { isInvalid: problem !== undefined, describedBy: `${id}-rules ${id}-problem`, onFile: take };

  function take(chosen: File | undefined) {
    if (chosen) void prepare(() => preparePhoto(chosen), 'notPrepared');
  }
  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }
  /** Moves the focus to the file input, since the pressed button is removed. */
  const focusFile = () => field.current?.querySelector('input')?.focus();

  async function handleDraw({ draw }: Drawing) {
    await prepare(draw, 'notDrawn');
    focusFile();
  }
  const redraw = useEffectEvent(() => drawing && void prepare(drawing.draw, 'notDrawn'));
  const isOutdated = photo?.drawnFor !== undefined && photo.drawnFor !== drawing?.key;
  const key = drawing?.key;
  useEffect(() => {
    if (isOutdated && key !== undefined) redraw();
  }, [isOutdated, key]);

  function handleRemove() {
    cancel();
    onRemove?.();
    focusFile();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file does the same as the input */}
      <div
        ref={field}
        className={styles.drop}
        data-over={isOver || undefined}
        data-square={isSquare || undefined}
        data-bad={problem ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <Picture photo={photo} current={current} isSquare={isSquare} />
        <div>
          {photo && <b className={styles.name}>{photo.name}</b>}
          {photo && <PhotoFacts photo={photo} />}
          {!isShown && <span className={styles.drag}>{t('photo.drop')} </span>}
          <FileButton id={`${id}-file`} className={`link-button ${styles.choose}`} path={path} {...file}>
            {t(isShown ? 'photo.other' : 'photo.choose')}
          </FileButton>
          <div className={styles.camera}>
            <FileButton id={`${id}-camera`} className={`link-button ${styles.choose}`} isCamera {...file}>
              {t('photo.take')}
            </FileButton>
          </div>
          <small id={`${id}-rules`}>{isBusy ? t('photo.busy') : t('photo.rules')}</small>
          {drawing && !photo && (
            <button type="button" className={`link-button ${styles.choose}`} onClick={() => void handleDraw(drawing)}>
              {t(current ? 'photo.drawInstead' : 'photo.draw')}
            </button>
          )}
          {onRemove && isShown && (
            <button type="button" className={`link-button ${styles.choose}`} onClick={handleRemove}>
              {t('photo.remove')}
            </button>
          )}
        </div>
      </div>
      <p className={styles.problem} id={`${id}-problem`} role="status">
        {problem && (
          <>
            <Icon name="attention" size="small" />
            {problem}
          </>
        )}
      </p>
    </>
  );
}
