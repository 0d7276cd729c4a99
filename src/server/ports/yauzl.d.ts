/** The part of the API in use; the package has no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    fileName: string;
    compressedSize: number;
    uncompressedSize: number;
    canDecodeFileData(): boolean;
  }
  export interface ZipFile {
    entryCount: number;
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }
  interface Options {
    strictFileNames: boolean;
    autoClose?: boolean;
  }

  /** Node knows the names of a CommonJS module only as properties of its default export. */
  const yauzl: {
    fromBufferPromise(bytes: Buffer, options: Options): Promise<ZipFile>;
    fromFdPromise(fd: number, options: Options): Promise<ZipFile>;
  };
  export default yauzl;
}
