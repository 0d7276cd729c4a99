/** Built browser files of the releases in use. */
export interface AssetsTable {
  /** Contains the hash of the content. */
  name: string;
  /** How `bytes` are compressed; null if they are not. */
  encoding: 'br' | null;
  /** When a process of a release with this file last started, or ran the daily job. */
  used_at: string;
  bytes: Uint8Array;
}
