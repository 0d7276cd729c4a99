/** The part of the API in use; the package has no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  interface Entry {
    fileName: string;
    canDecodeFileData(): boolean;
  }
  interface ZipFile {
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }

  /** Node knows the names of a CommonJS module only as properties of its default export. */
  const yauzl: { fromBufferPromise(bytes: Buffer, options: { strictFileNames: boolean }): Promise<ZipFile> };
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default yauzl;
}
