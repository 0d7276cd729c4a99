import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import aws4 from 'aws4';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { SECOND } from '#contract/time.ts';
import { AppError } from '../app-error.ts';
import type { Files } from './files.ts';
import type { FilesSettings } from './files-url.ts';

export interface FilesLimits {
  /** Milliseconds for a whole request, from the connection to the end of the answer. */
  timeout: number;
  /** Requests to the store at the same time; further ones are rejected, so that a slow store does not use up the server. */
  reads: number;
  writes: number;
}

const LIMITS: FilesLimits = { timeout: 5 * SECOND, reads: 100, writes: 20 };

interface Answer {
  status: number;
  body: Buffer;
}

interface Operation {
  method: 'GET' | 'PUT' | 'DELETE';
  key: string;
  body?: Buffer;
  mediaType?: string;
}

/** A failed request to the store. The message is logged and names no credentials. */
class FilesError extends Error {
  override name = 'FilesError';
}

/** The store closed an idle connection just as it was reused. */
class StaleConnection extends Error {
  override message = 'the store has closed the connection';
}

const CLOSED: readonly (string | undefined)[] = ['ECONNRESET', 'EPIPE'];
const isStale = (sent: ClientRequest, { code }: NodeJS.ErrnoException): boolean => sent.reusedSocket && CLOSED.includes(code);

/** Error code of S3 in the body of an answer, such as NoSuchKey. */
const codeOf = ({ body }: Answer): string => /<Code>(\w+)<\/Code>/.exec(body.toString('utf8'))?.[1] ?? '';
/** A 404 without this code is no answer of the store, but for example of a proxy in front of it. */
const isMissing = (answer: Answer): boolean => answer.status === 404 && codeOf(answer) === 'NoSuchKey';
/** A deletion is answered without a body; a page with status 200 comes from something else. */
const isDone = (method: Operation['method'], { status, body }: Answer): boolean =>
  method === 'DELETE' ? (status === 200 || status === 204) && body.byteLength === 0 : status === 200;

/** Throws api.503 if `max` calls are in progress. */
function limited(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  return async (work) => {
    if (running >= max) throw new AppError('api.503');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}

/** A bucket of an S3-compatible store, addressed by path; requests are signed with AWS Signature 4. */
export function s3Files({ endpoint, region, bucket, prefix, accessKeyId, secretAccessKey }: FilesSettings, limits = LIMITS): Files {
  const { protocol, host, hostname, port } = new URL(endpoint);
  const { request, Agent } = protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: limits.reads + limits.writes });
  const reading = limited(limits.reads);
  const writing = limited(limits.writes);

  const pathOf = (key: string): string => `/${bucket}/${prefix}${key}`;
  const sign = (unsigned: aws4.Request) => aws4.sign({ service: 's3', region, host, ...unsigned }, { accessKeyId, secretAccessKey });

  const send = ({ method, key, body, mediaType }: Operation): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const signed = sign({ method, path: pathOf(key), ...(body && { body, headers: { 'Content-Type': mediaType } }) });
      const sent = request({ method, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: signed.path, headers: signed.headers, agent });
      const timer = setTimeout(() => {
        reject(new FilesError(`no answer within ${limits.timeout} ms`));
        sent.destroy();
      }, limits.timeout);
      sent.on('close', () => clearTimeout(timer));
      sent.on('error', (error: NodeJS.ErrnoException) => reject(isStale(sent, error) ? new StaleConnection() : error));
      sent.on('response', (response) =>
        collect(response, (received) => resolve({ status: response.statusCode ?? 0, body: received }), reject),
      );
      sent.end(body);
    });

  /** The answer, if it is a success or says that there is no such object. */
  async function run(operation: Operation): Promise<Answer> {
    const { method } = operation;
    try {
      const answer = await send(operation).catch((error: unknown) => {
        if (error instanceof StaleConnection) return send(operation);
        throw error;
      });
      if (isDone(method, answer) || (method !== 'PUT' && isMissing(answer))) return answer;
      throw new FilesError(`status ${answer.status} ${codeOf(answer)}`.trim());
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const cause = new FilesError(`${method} in the bucket ${bucket} at ${endpoint} failed: ${code ?? message}`, { cause: error });
      throw new AppError('api.503', { cause });
    }
  }

  return {
    async write(key, { bytes, mediaType }) {
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      await writing(() => run({ method: 'PUT', key, body, mediaType }));
    },
    async read(key) {
      const answer = await reading(() => run({ method: 'GET', key }));
      return answer.status === 404 ? undefined : answer.body;
    },
    async remove(key) {
      await writing(() => run({ method: 'DELETE', key }));
    },
    close: () => agent.destroy(),
  };
}

/** Bytes. Some thumbnails of noisy pictures are larger than the images of uploads. */
const LARGEST = 4 * IMAGE_BYTES;

/** Reads a body of at most LARGEST. */
function collect(response: IncomingMessage, done: (body: Buffer) => void, fail: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    chunks.push(chunk);
    if (size > LARGEST) response.destroy(new FilesError(`an answer of more than ${LARGEST} bytes`));
  });
  response.on('end', () => done(Buffer.concat(chunks, size)));
  response.on('error', fail);
}
