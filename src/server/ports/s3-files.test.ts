import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { AppError } from '#server/app-error.ts';
import { type S3Server, s3Server } from '#tests/support/s3-server.ts';
import type { Files } from './files.ts';
import { s3Files } from './s3-files.ts';

/** Milliseconds for a request that is meant to hang, and for all others. */
const SHORT = 200;
const LONG = 60_000;
const PATIENT = { timeout: LONG, reads: 100, writes: 100 };
const PHOTO = { mediaType: 'image/jpeg', bytes: Uint8Array.from({ length: IMAGE_BYTES }, (_, index) => index % 251) };

/** The message of the error that is logged for the 503. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError) || error.code !== 'api.503') throw new Error(`Not a 503: ${String(error)}`);
  return (error.cause as Error | undefined)?.message ?? 'no cause';
}

/** Those of all three requests; each is caught at once, because a rejection that nothing waits for yet fails the run. */
const failuresOf = (files: Files): Promise<string[]> =>
  Promise.all([files.write('x', PHOTO), files.read('x'), files.remove('x')].map(failureOf));

describe('an S3-compatible store', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await s3Server();
  });
  beforeEach(() => {
    server.mode = 'working';
    server.requests.length = 0;
  });
  afterAll(() => server.close());

  const open = (settings = {}, limits = {}) => {
    const files = s3Files({ ...server.settings, ...settings }, { ...PATIENT, ...limits });
    onTestFinished(() => files.close());
    return files;
  };

  test('returns what was written, of any size, until it is removed', async () => {
    const files = open();
    for (const bytes of [PHOTO.bytes, PHOTO.bytes.subarray(7, 8), new Uint8Array()]) {
      await files.write('a-key_1', { ...PHOTO, bytes });
      expect(Buffer.compare((await files.read('a-key_1')) ?? Buffer.alloc(1), bytes)).toBe(0);
    }
    expect(server.keys()).toEqual(['a-key_1']);
    await files.remove('a-key_1');
    expect(server.keys()).toEqual([]);
    expect(await files.read('a-key_1')).toBeUndefined();
    await files.remove('a-key_1');
  });

  test.each([
    ['another secret', { secretAccessKey: 'other' }, /status 403 SignatureDoesNotMatch/],
    ['another key', { accessKeyId: 'other' }, /status 403 InvalidAccessKeyId/],
    ['a bucket that does not exist', { bucket: 'no-such-bucket' }, /status 404 NoSuchBucket/],
  ])('fails with %s, and tells why', async (_, settings, message) => {
    const files = open(settings);
    for (const failure of await failuresOf(files)) {
      expect(failure).toMatch(message);
      expect(failure).not.toContain('S3RVER');
    }
  });

  test.each([
    ['hung', /no answer within 200 ms/],
    ['gone', /ECONNRESET/],
    ['failing', /status 500 InternalError/],
  ] as const)('fails while the store is %s, and works again afterwards', async (mode, message) => {
    const files = open({}, { timeout: SHORT });
    server.mode = mode;
    for (const failure of await failuresOf(files)) expect(failure).toMatch(message);
    if (mode !== 'failing') await expect.poll(() => server.connections(), { timeout: LONG }).toBe(0);
    server.mode = 'working';
    const patient = open();
    await patient.write('x', PHOTO);
    await patient.remove('x');
  });

  test('a page of a proxy says nothing about an object', async () => {
    const files = open();
    await files.write('x', PHOTO);
    server.mode = 'missing';
    for (const failure of await failuresOf(files)) expect(failure).toMatch(/status 404/);
    server.mode = 'page';
    expect(await failureOf(files.remove('x'))).toMatch(/status 200/);
    server.mode = 'working';
    expect(server.keys()).toEqual(['x']);
    await files.remove('x');
  });

  test('fails if nothing listens', async () => {
    expect(await failureOf(open({ endpoint: 'http://127.0.0.1:9' }).read('x'))).toMatch(/ECONNREFUSED/);
  });

  test('rejects more requests at a time than the limits allow, at once', async () => {
    const files = open({}, { timeout: SHORT, reads: 2, writes: 1 });
    server.mode = 'hung';
    const hung = [files.read('x'), files.read('x'), files.write('x', PHOTO)].map(failureOf);
    expect(await failuresOf(files)).toEqual(Array.from({ length: 3 }, () => 'no cause'));
    expect(await Promise.all(hung)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('no answer within')));
    expect(await failureOf(files.read('x'))).toContain('no answer within');
  });
});

describe('an answer of another server', () => {
  async function serve(listener: Parameters<typeof createServer>[1]): Promise<{ server: Server; endpoint: string }> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    return { server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }
  const open = (endpoint: string, timeout = LONG) => {
    const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const files = s3Files({ endpoint, region: 'eu-1', bucket: 'photos', prefix: 'a/b/', ...keys }, { ...PATIENT, timeout });
    onTestFinished(() => files.close());
    return files;
  };

  test('is limited in size, and in time until its end', async () => {
    const { endpoint } = await serve((request, response) => {
      if (request.url?.endsWith('large')) response.end(Buffer.alloc(4 * IMAGE_BYTES + 1));
      else response.writeHead(200, { 'content-length': 10 }).write('half');
    });
    expect(await failureOf(open(endpoint).read('large'))).toContain('an answer of more than 1048576 bytes');
    expect(await failureOf(open(endpoint, SHORT).read('half'))).toContain('no answer within 200 ms');
  });

  test('is awaited on a new connection if the store has closed the idle one', async () => {
    let connections = 0;
    const { server, endpoint } = await serve((request, response) => {
      // The second request of a connection is reset, as if the store had closed it a moment before.
      if (request.socket.listenerCount('used') > 0) return void request.socket.resetAndDestroy();
      request.socket.on('used', () => undefined);
      response.end('photo');
    });
    server.on('connection', () => {
      connections += 1;
    });
    const files = open(endpoint);
    for (let n = 0; n < 3; n += 1) expect(String(await files.read('x'))).toBe('photo');
    expect(connections).toBe(3);
  });

  test('is asked for under bucket, prefix and key', async () => {
    const paths: unknown[] = [];
    const { endpoint } = await serve((request, response) => {
      paths.push([request.method, request.url, /Credential=key\/\d+\/eu-1\/s3\//.test(request.headers.authorization ?? '')]);
      response.end();
    });
    const files = open(endpoint);
    await files.write('x', PHOTO);
    await files.read('x');
    await files.remove('x');
    expect(paths).toEqual(['PUT', 'GET', 'DELETE'].map((method) => [method, '/photos/a/b/x', true]));
  });
});
