/** Photos that nginx reads from an object store and sends, also while the store fails. What they cost: `npm run bench -- photos`. */
import { s3Files } from '#server/ports/s3-files.ts';
import { prepareSqlite, tokenOf } from '../../bench/data.ts';
import { aPicture, vehicleFields, vehicleForm } from '../../tests/support/builders.ts';
import { type S3Server, s3Server } from '../../tests/support/s3-server.ts';
import { startCarnet } from './support/carnet.ts';
import { startNginx } from './support/nginx.ts';
import { newFolder } from './support/program.ts';
import { atMost, exactly, type Run, type Trial } from './support/trial.ts';

const PHOTOS = 20;
/** Headers that are the same, whoever sends the photo. */
const HEADERS = [
  'cache-control',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  'x-content-type-options',
];
/** Seconds: nginx and Carnet each wait for the store. */
const LONGEST = 8.5;

interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** Whether nginx has read it from the store. */
  isFromStore: boolean;
}

/** nginx in front of a server of Carnet with photos in a store. */
interface Setup {
  store: S3Server;
  /** Addresses of photos and thumbnails, without the server. */
  paths: string[];
  fromCarnet(path: string): Promise<Answer>;
  fromNginx(path: string, headers?: Record<string, string>): Promise<Answer>;
}

export const photosByNginx: Trial = {
  what: 'photos that nginx reads from an object store, also while it fails (acceptance test 17)',
  needs: ['nginx'],
  options: {},
  async run(run) {
    const setup = await prepare(run);
    const { store, paths, fromCarnet, fromNginx } = setup;
    run.say(`${paths.length} photos and thumbnails`);
    let [differing, fromStore] = [0, 0];
    for (const path of paths) {
      const [expected, answer] = [await fromCarnet(path), await fromNginx(path)];
      if (!isSame(expected, answer)) differing += 1;
      if (answer.isFromStore) fromStore += 1;
    }
    run.measured('photos that differ from those of Carnet', differing, '', exactly(0));
    run.measured('photos that nginx has read from the store', fromStore, '', exactly(paths.length));
    const [path = ''] = paths;
    const etag = (await fromNginx(path)).headers.get('etag') ?? '';
    run.measured('status of a photo that the browser has', (await fromNginx(path, { 'if-none-match': etag })).status, '', exactly(304));

    for (const mode of ['missing', 'failing', 'gone', 'hung'] as const) {
      run.say(`the store is ${mode}`);
      store.mode = mode;
      const started = performance.now();
      const { status, headers } = await fromNginx(path);
      run.measured(`the store is ${mode}: status of a photo`, status, '', exactly(503));
      run.measured('… after', (performance.now() - started) / 1000, 's', atMost(LONGEST));
      run.measured('… without Retry-After', headers.has('retry-after') ? 0 : 1, '', exactly(0));
      store.mode = 'working';
      run.measured('… and then again', (await fromNginx(path)).status, '', exactly(200));
    }
    await lose(run, setup);
  },
};

/** The objects of a photo and of its thumbnail are lost. */
async function lose(run: Run, { store, paths, fromNginx }: Setup): Promise<void> {
  run.say('objects are lost');
  const [photo = '', thumbnail = ''] = paths;
  const keyOf = async (path: string): Promise<string> => {
    store.requests.length = 0;
    await fromNginx(path);
    return /^GET ([\w-]+)\?/.exec(store.requests[0] ?? '')?.[1] ?? 'none';
  };
  const files = s3Files(store.settings);
  run.atEnd(() => files.close());
  await files.remove(await keyOf(thumbnail));
  const again = await fromNginx(thumbnail);
  run.measured('status of a thumbnail whose object is lost', again.status, '', exactly(200));
  run.measured('… sent by Carnet, which has created it again', again.isFromStore ? 0 : 1, '', exactly(1));
  run.measured('… then by nginx', (await fromNginx(thumbnail)).isFromStore ? 1 : 0, '', exactly(1));
  await files.remove(await keyOf(photo));
  run.measured('status of a photo whose object is lost', (await fromNginx(photo)).status, '', exactly(404));
}

const isSame = (one: Answer, other: Answer): boolean =>
  one.status === other.status &&
  one.bytes.equals(other.bytes) &&
  HEADERS.every((name) => one.headers.get(name) === other.headers.get(name));

async function prepare(run: Run): Promise<Setup> {
  const store = await s3Server();
  run.atEnd(() => store.close());
  const dataDir = newFolder(run, 'data');
  await prepareSqlite(dataDir, PHOTOS);
  const server = await startCarnet(run, { DATA_DIR: dataDir, TRUST_PROXY: 'loopback', FILES_SENT_BY: 'nginx', ...store.env });
  const nginx = await startNginx(run, Number(new URL(server.url).port), store.settings.endpoint);
  const paths: string[] = [];
  for (let owner = 1; owner <= PHOTOS; owner++) paths.push(...(await photoOf(server.url, owner)));
  const get = async (url: string, path: string, headers = {}): Promise<Answer> => {
    store.requests.length = 0;
    const answer = await fetch(`${url}${path}`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    // The path for nginx contains a signature, that of Carnet does not.
    const isFromStore = store.requests.length === 1 && store.requests.every((request) => request.includes('?X-Amz-'));
    return { status: answer.status, headers: answer.headers, bytes, isFromStore };
  };
  return { store, paths, fromCarnet: (path) => get(server.url, path), fromNginx: (path, headers) => get(nginx.url, path, headers) };
}

/** Uploads a photo of that owner; returns its path and that of its thumbnail, which is created. */
async function photoOf(url: string, owner: number): Promise<[string, string]> {
  const answer = await fetch(`${url}/api/vehicles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(owner)}` },
    body: await vehicleForm(vehicleFields('car'), await aPicture('jpeg', 800)),
  });
  const { data } = (await answer.json()) as { data: { image: string } };
  const paths: [string, string] = [data.image, `${data.image}?width=192`];
  await (await fetch(`${url}${paths[1]}`)).arrayBuffer();
  return paths;
}
