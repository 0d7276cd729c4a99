import { useRef, useState } from 'react';
import type { Photo, PhotoFault } from './photo.ts';
import type { Preparation } from './use-submit-when-ready.ts';

interface PreparationOptions {
  onPhoto: (photo: Photo) => void;
  onPreparation: (preparation: Preparation) => void;
}

/** Prepares a photo; of several at once only the last one counts. `prepare` ends when the photo is there or `fault` is set. */
export function usePhotoPreparation({ onPhoto, onPreparation }: PreparationOptions) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<PhotoFault>();
  const latest = useRef(0);

  async function prepare(work: () => Promise<Photo | PhotoFault>, failure: PhotoFault): Promise<void> {
    latest.current += 1;
    const own = latest.current;
    setBusy(true);
    setFault(undefined);
    onPreparation('busy');
    const prepared = await work().catch((): PhotoFault => failure);
    if (latest.current !== own) return;
    setBusy(false);
    if (typeof prepared === 'string') setFault(prepared);
    else onPhoto(prepared);
    onPreparation(typeof prepared === 'string' ? 'failed' : 'ready');
  }

  /** Ignores what is still being prepared. */
  function cancel(): void {
    latest.current += 1;
    setBusy(false);
    setFault(undefined);
    onPreparation('ready');
  }
  return { isBusy, fault, prepare, cancel };
}
