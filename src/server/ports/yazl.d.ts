/** The part of the API in use; the package has no types. */
declare module 'yazl' {
  import type { EventEmitter } from 'node:events';
  import type { PassThrough, Readable } from 'node:stream';

  export class ZipFile extends EventEmitter {
    outputStream: PassThrough;
    addReadStream(stream: Readable, path: string, options: { mtime: Date; compress: boolean }): void;
    end(): void;
  }

  /** Node knows the names of a CommonJS module only as properties of its default export. */
  const yazl: { ZipFile: typeof ZipFile };
  export default yazl;
}
