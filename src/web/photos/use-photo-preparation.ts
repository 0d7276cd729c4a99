import { useRef, useState } from 'react';
import type { Preparation } from '../forms/use-submit-when-ready.ts';
import type { Photo, PhotoError } from './photo.ts';

interface PreparationOptions {
  onPhoto: (photo: Photo) => void;
  onPreparation: (preparation: Preparation) => void;
}

/** Prepares a photo; a new call of `prepare` replaces a pending one. `prepare` resolves after `onPhoto`, or when `fieldError` is set. */
export function usePhotoPreparation({ onPhoto, onPreparation }: PreparationOptions) {
  const [isBusy, setBusy] = useState(false);
  const [photoError, setPhotoError] = useState<PhotoError>();
  const latest = useRef(0);

  async function prepare(work: () => Promise<Photo | PhotoError>, failure: PhotoError): Promise<void> {
    latest.current += 1;
    const own = latest.current;
    setBusy(true);
    setPhotoError(undefined);
    onPreparation('busy');
    const prepared = await work().catch((): PhotoError => failure);
    if (latest.current !== own) return;
    setBusy(false);
    if (typeof prepared === 'string') setPhotoError(prepared);
    else onPhoto(prepared);
    onPreparation(typeof prepared === 'string' ? 'failed' : 'ready');
  }

  /** Discards a pending preparation. */
  function cancel(): void {
    latest.current += 1;
    setBusy(false);
    setPhotoError(undefined);
    onPreparation('ready');
  }
  return { isBusy, photoError, prepare, cancel };
}
