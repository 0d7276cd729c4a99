import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as after } from 'node:timers/promises';
import type { Language } from '#contract/languages.ts';
import type { Caller } from '../../caller.ts';
import { isoTime } from '../../ports/clock.ts';
import type { ZipPart } from '../../ports/zip.ts';
import type { AccountLimitService } from '../buckets/account-limit.service.ts';
import type { ExportSources } from './export-files.service.ts';

interface Deps extends ExportSources {
  limits: Pick<AccountLimitService, 'runWhileSent'>;
}

export interface ExportRequest {
  language: Language;
  signal: AbortSignal;
}

/** Milliseconds of work after which an export pauses, and of the pause: each of its turns delays the many turns of a short request. */
const WORK = 2;
const PAUSE = 5;

/** Runs a read in the context of the request, so that it takes turns with those of others and ends when its client has gone. */
type InRequest = <T>(read: () => Promise<T>) => Promise<T>;

function inThisRequest(): InRequest {
  const inContext = AsyncLocalStorage.snapshot();
  let since = performance.now();
  return async (read) => {
    if (performance.now() - since >= WORK) {
      await after(PAUSE);
      since = performance.now();
    }
    return inContext(read);
  };
}

export type ExportService = ReturnType<typeof exportService>;

export const exportService = ({ limits, ...sources }: Deps) => ({
  /** All data of the account as a ZIP, read while it is sent. 429 while another one is in progress, or if the limit is used up. */
  async create(caller: Caller, { language, signal }: ExportRequest): Promise<{ name: string; parts: AsyncIterable<Uint8Array> }> {
    const [{ exportFiles }, { fileNames }, { zipOf }] = await Promise.all([
      import('./export-files.service.ts'),
      import('./export-csv.rules.ts'),
      import('../../ports/zip.ts'),
    ]);
    const inRequest = inThisRequest();
    const at = sources.clock.now();
    const parts = await limits.runWhileSent(caller.userId, signal, async () => {
      const account = await sources.users.exportOf(caller);
      return zipOf(within(inRequest, filesWithin(inRequest, exportFiles(sources)(caller, account, language))), new Date(at));
    });
    return { name: `${fileNames(language).archive} ${isoTime(at).slice(0, 10)}.zip`, parts };
  },
});

/** The streams of the ZIP read on their own, outside the context of the request. */
async function* within<Item>(inRequest: InRequest, items: AsyncIterable<Item>): AsyncGenerator<Item, void> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await inRequest(() => iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

async function* filesWithin(inRequest: InRequest, files: AsyncIterable<ZipPart>): AsyncGenerator<ZipPart, void> {
  for await (const file of files) yield { ...file, content: within(inRequest, file.content) };
}
