import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl, { type ZipFile } from 'yazl';

/** A file of a ZIP. Its content is read as the ZIP is read, one file after the other. */
export interface ZipPart {
  /** With folders, separated by slashes. */
  path: string;
  content: AsyncIterable<string | Uint8Array>;
  /** false for content that is compressed already. */
  isCompressible: boolean;
}

/**
 * The bytes of a ZIP of these files. Keeps nothing of them but their paths: a file is asked for when the one before it has been taken, and
 * its content as it is taken. Rejects with the error of a file, and ends all reading when its reader stops.
 */
export async function* zipOf(files: AsyncIterable<ZipPart>, at: Date): AsyncGenerator<Uint8Array, void> {
  const zip = new yazl.ZipFile();
  const stopped = new AbortController();
  const output = zip.outputStream;
  const filling = fill(zip, files, at, stopped.signal).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error('a file of the ZIP failed', { cause: error }));
  });
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
  } finally {
    stopped.abort();
    output.destroy();
    await filling;
  }
}

async function fill(zip: ZipFile, files: AsyncIterable<ZipPart>, mtime: Date, signal: AbortSignal): Promise<void> {
  for await (const { path, content, isCompressible } of files) {
    const input = new PassThrough();
    // A failed file ends the ZIP in `zipOf`.
    input.on('error', () => undefined);
    zip.addReadStream(input, path, { mtime, compress: isCompressible });
    await pipeline(Readable.from(content, { objectMode: false }), input, { signal });
  }
  zip.end();
}
