/** The part of the API in use; the package has no types. */
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  interface Options {
    directory: string;
    silent: boolean;
    configureBuckets: { name: string }[];
  }

  /** An S3 server on the file system. It verifies signatures; both of its keys are `S3RVER`. */
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default class S3rver {
    constructor(options: Options);
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}
