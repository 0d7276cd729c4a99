import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { DAY } from '#contract/time.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { Job } from '../jobs/jobs.service.ts';
import type { AssetsRepo, StoredAsset } from './assets.repo.ts';

interface Deps {
  work: Work<AssetsRepo>;
  clock: Clock;
  /** The built files of this release; undefined while developing. */
  folder: string | undefined;
}

/** How long a page of an earlier release can still load its files. */
const RETENTION = 30 * DAY;
/** Files in one statement: about 150 KB. */
const BATCH = 50;
/** Files next to a file that hold the same content compressed. */
const COMPRESSED = /\.(br|gz)$/;

const decompress = promisify(brotliDecompress);

/** Names of the files, without their compressed copies. */
async function namesIn(folder: string | undefined): Promise<{ names: string[]; compressed: Set<string> }> {
  const files = folder === undefined ? [] : (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const all = files.map(({ name }) => name);
  return { names: all.filter((name) => !COMPRESSED.test(name)), compressed: new Set(all.filter((name) => name.endsWith('.br'))) };
}

/**
 * Keeps the built browser files of the releases in use in the database. While processes of two releases run side by side, a page of
 * one may ask the other for its files; and a page that was opened before an upgrade still loads its parts (decision 58).
 */
export function assetsService({ work: { repos }, clock, folder }: Deps) {
  async function store(names: readonly string[], compressed: ReadonlySet<string>): Promise<void> {
    const files = names.map(async (name): Promise<StoredAsset> => {
      const isCompressed = compressed.has(`${name}.br`);
      const bytes = await readFile(join(folder ?? '', isCompressed ? `${name}.br` : name));
      return { name, encoding: isCompressed ? 'br' : null, bytes };
    });
    await repos.insert(await Promise.all(files), isoTime(clock.now()));
  }

  /** Stores the files of this release; must be done before its first page is served. */
  async function publish(): Promise<void> {
    const { names, compressed } = await namesIn(folder);
    if (names.length === 0) return;
    const stored = new Set(await repos.listNames(names));
    const missing = names.filter((name) => !stored.has(name));
    for (let from = 0; from < missing.length; from += BATCH) await store(missing.slice(from, from + BATCH), compressed);
    await repos.markUsed(names, isoTime(clock.now()));
  }

  /** Keeps the files of this release, and deletes those of releases that have not run for RETENTION. */
  const job: Job = {
    name: 'assets',
    every: DAY,
    async run() {
      // Publishes again, because a restored backup may not contain them.
      await publish();
      await repos.deleteUnused(isoTime(clock.now() - RETENTION));
      return true;
    },
  };

  return {
    publish,
    job,
    /** A file of any release in use, compressed with Brotli if it is stored so and the client accepts that; undefined if there is none. */
    async find(name: string, acceptsBrotli: boolean): Promise<StoredAsset | undefined> {
      const found = await repos.find(name);
      if (!found?.encoding || acceptsBrotli) return found;
      return { name, encoding: null, bytes: await decompress(found.bytes) };
    },
  };
}

export type AssetsService = ReturnType<typeof assetsService>;
