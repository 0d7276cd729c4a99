import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { IMPORT_FILES_MAX, IMPORT_UNPACKED } from '#contract/limits.ts';
import { Rejection } from './rejection.ts';

/** More than any text compresses to; a ZIP that only repeats a character reaches 1,000. */
const RATIO_MAX = 200;

/** The files of a ZIP by their paths, which are only compared, never used as paths. Sizes are limited before anything is unpacked. */
export async function openZip(
  fd: number,
): Promise<{ paths: string[]; read(path: string): Promise<Readable>; bytes(path: string): Promise<Buffer> }> {
  const zip = await damaged(() => yauzl.fromFdPromise(fd, { strictFileNames: true, autoClose: false }));
  const files = await damaged(() => entriesOf(zip));
  const read = (path: string): Promise<Readable> => {
    const entry = files.get(path);
    if (!entry) throw new Rejection('importsApi.damaged');
    return damaged(() => zip.openReadStreamPromise(entry));
  };
  return { paths: [...files.keys()], read, bytes: (path) => damaged(async () => buffer(await read(path))) };
}

/** The library checks while unpacking that a file is not larger than it says. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > IMPORT_FILES_MAX) throw new Rejection('importsApi.tooMuch');
  const files = new Map<string, Entry>();
  let [unpacked, packed] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    if (!entry.canDecodeFileData() || files.has(entry.fileName)) throw new Rejection('importsApi.damaged');
    unpacked += entry.uncompressedSize;
    packed += entry.compressedSize;
    if (unpacked > IMPORT_UNPACKED) throw new Rejection('importsApi.tooMuch');
    files.set(entry.fileName, entry);
  }
  if (unpacked > RATIO_MAX * Math.max(packed, 100)) throw new Rejection('importsApi.tooMuch');
  return files;
}

/** Any other failure means that the file is damaged. */
export async function damaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Rejection ? error : new Rejection('importsApi.damaged', error);
  }
}
