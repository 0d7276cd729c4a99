import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { type ZipPart, zipOf } from '#server/ports/zip.ts';

/** The files of a ZIP by their paths, in its order. Throws for a damaged ZIP and for an unsafe path. */
export async function readZip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes), { strictFileNames: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (files.has(entry.fileName)) throw new Error(`two files are named ${entry.fileName}`);
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

/** A ZIP of files by their paths. */
export function zipWith(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  async function* parts(): AsyncGenerator<ZipPart, void> {
    for (const [path, content] of Object.entries(files)) yield { path, isCompressible: true, content: once(content) };
  }
  return buffer(Readable.from(zipOf(parts(), new Date('2026-01-01T00:00:00Z'))));
}

async function* once<Content>(content: Content): AsyncGenerator<Content, void> {
  yield content;
}
