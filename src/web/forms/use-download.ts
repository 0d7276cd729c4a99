import { useEffect, useRef } from 'react';
import type { CallFailure } from '../api/call.ts';
import { nameIn, saveFile } from '../save-file.ts';
import { type SubmitOptions, useSubmit } from './use-submit.ts';

interface DownloadedFile {
  success: true;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Downloads one file at a time. `start` resolves to true when the complete file is saved. */
export function useDownload(type: string, options: SubmitOptions) {
  const { isSending, failure, showFailure, submit } = useSubmit(options);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(request: (signal: AbortSignal) => Promise<DownloadedFile | CallFailure>): Promise<boolean> {
    let isSaved = false;
    await submit(async () => {
      running.current = new AbortController();
      const result = await request(running.current.signal);
      if (result.success) saveFile(nameIn(result.name), result.bytes, type);
      isSaved = result.success;
      return result.success || result.code !== 'client.aborted' ? result : undefined;
    });
    return isSaved;
  }

  function cancel() {
    running.current?.abort();
    showFailure(undefined);
  }
  return { isRunning: isSending, failure, start, cancel };
}
