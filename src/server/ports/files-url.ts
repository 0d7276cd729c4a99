/** Where photos are stored outside of the database, and the credentials for it. */
export interface FilesSettings extends FilesPlace {
  accessKeyId: string;
  secretAccessKey: string;
}

interface FilesPlace {
  /** Scheme, host and port, without a slash at the end. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Beginning of the keys of all objects: empty, or with a slash at the end. */
  prefix: string;
}

/** Region of stores that have none; S3 itself needs one. */
const NO_REGION = 'us-east-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*$/;
const REGION = /^[a-z0-9-]{2,40}$/;

/** Reads `s3://bucket/prefix?endpoint=https://…&region=…`; undefined if it is not valid. Without an endpoint: Amazon S3 in that region. */
export function readFilesUrl(text: string): FilesPlace | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, port, hash, hostname: bucket, pathname, searchParams } = new URL(text);
  const [given, region] = ['endpoint', 'region'].map((name) => searchParams.get(name));
  const isPlain = protocol === 's3:' && !username && !password && !port && !hash;
  if (!isPlain || [...searchParams.keys()].sort().join() !== [given && 'endpoint', region && 'region'].filter(Boolean).join())
    return undefined;
  const endpoint = given ? originOf(given) : region && `https://s3.${region}.amazonaws.com`;
  const prefix = pathname.replace(/^\//, '').replace(/(?<=[^/])$/, '/');
  if (!endpoint || !BUCKET.test(bucket) || !PREFIX.test(prefix) || !REGION.test(region ?? NO_REGION)) return undefined;
  return { endpoint, region: region ?? NO_REGION, bucket, prefix };
}

/** Undefined for anything but scheme, host and port. */
function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, href } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && href === `${origin}/` ? origin : undefined;
}

/** The store for messages, without credentials. */
export const filesName = ({ endpoint, bucket, prefix }: FilesPlace): string => `${bucket}/${prefix} at ${endpoint}`;
