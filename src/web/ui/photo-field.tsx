import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../i18n/error-text.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Icon } from './icon.tsx';
import { type Photo, type PhotoFault, preparePhoto } from './photo.ts';
import styles from './photo-field.module.css';
import { Thumbnail } from './thumbnail.tsx';
import type { Preparation } from './use-submit-when-ready.ts';

interface PhotoFieldProps {
  photo: Photo | undefined;
  /** The photo that is there already. */
  current: string | undefined;
  /** Of a person, not of a thing: shown as it is cut there. */
  isSquare?: boolean;
  /** Key of the error catalogue. */
  error: string | undefined;
  /** Marks the input for the form, which focuses the first field with an error. */
  path: string;
  onPhoto: (photo: Photo | undefined) => void;
  /** `busy` while a chosen file is shrunk; `ready` comes after `onPhoto`. */
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

/** The address of a chosen picture, let go when it is not shown any more. */
function usePreview(photo: Photo | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!photo) return setUrl(undefined);
    const made = URL.createObjectURL(photo.image);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return url;
}

/** A file dropped beside its place would take the whole page with it. */
function useHarmlessDrops(): void {
  useEffect(() => {
    const hold = (event: globalThis.DragEvent) => event.preventDefault();
    window.addEventListener('dragover', hold);
    window.addEventListener('drop', hold);
    return () => {
      window.removeEventListener('dragover', hold);
      window.removeEventListener('drop', hold);
    };
  }, []);
}

/** Dragged or chosen; a larger one is shrunk here, so that a phone's photo just works. */
export function PhotoField({ photo, current, isSquare, error, path, onPhoto, onPreparation }: PhotoFieldProps) {
  const { t } = useTranslation('forms');
  const errorText = useErrorText();
  const sizeText = useSizeText();
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const [fault, setFault] = useState<PhotoFault>();
  const latest = useRef<File>(undefined);
  const preview = usePreview(photo);
  useHarmlessDrops();
  const problem = fault ? t(`photo.${fault}`) : error && errorText(error);

  async function take(file: File | undefined) {
    if (!file) return;
    latest.current = file;
    setBusy(true);
    setFault(undefined);
    onPreparation('busy');
    const prepared = await preparePhoto(file).catch((): PhotoFault => 'damaged');
    if (latest.current !== file) return;
    setBusy(false);
    if (typeof prepared === 'string') setFault(prepared);
    else onPhoto(prepared);
    onPreparation(typeof prepared === 'string' ? 'failed' : 'ready');
  }
  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a second way to what the input does */}
      <div
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
        {preview && <img className={styles.picture} src={preview} alt={t('photo.preview')} width="104" height="78" />}
        {!preview && current && (
          <Thumbnail
            className={styles.picture}
            image={current}
            alt={t('photo.current')}
            width={isSquare ? 88 : 104}
            height={isSquare ? 88 : 78}
          />
        )}
        {!preview && !current && (
          <span className={styles.picture}>
            <Icon name="photo" size="large" />
          </span>
        )}
        <div>
          {photo ? <b className={styles.name}>{photo.name}</b> : !current && <span className={styles.drag}>{t('photo.drop')} </span>}
          {photo && (
            <small>
              {photo.shrunkFrom === undefined
                ? t('photo.kept', { size: sizeText(photo.image.size) })
                : t('photo.shrunk', { size: sizeText(photo.image.size), from: sizeText(photo.shrunkFrom) })}
            </small>
          )}
          <label className={styles.choose} htmlFor={id}>
            {t(preview || current ? 'photo.other' : 'photo.choose')}
          </label>
          {/* Without image/heic an iPhone hands over a JPEG by itself. */}
          <input
            className="visually-hidden"
            id={id}
            type="file"
            accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
            data-path={path}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-rules ${id}-problem`}
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <small id={`${id}-rules`}>{isBusy ? t('photo.busy') : t('photo.rules')}</small>
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
