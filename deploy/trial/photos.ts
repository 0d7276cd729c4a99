/** Photos in the S3 gateway of Ceph: moved both ways, deleted, and while the gateway hangs. What they cost: `npm run bench -- photos`. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { preparePostgres, tokenOf } from '../../bench/data.ts';
import { aPicture, vehicleFields, vehicleForm } from '../../tests/support/builders.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import { type Database, startCarnet, startDatabase } from './support/carnet.ts';
import { CEPH_PROGRAMS, type S3Gateway, startCeph } from './support/ceph.ts';
import { failuresOf, perSecond, runFlood, several } from './support/flood.ts';
import { isFailure, newTally, startLoad, type Tally } from './support/load.ts';
import { callsOf } from './support/requests.ts';
import { atMost, exactly, maximum, type Run, type Trial } from './support/trial.ts';

const OWNERS = 50;
const LISTS = several(1_000, callsOf(OWNERS).records);
const LIST_CONNECTIONS = 32;
const PHOTO_CONNECTIONS = 40;
const PHOTOS = 200;
/** Milliseconds: a job starts at most 15 s late, and runs every minute. */
const DELETED_WITHIN = 90_000;
const run = promisify(execFile);
const COMMAND = join(import.meta.dirname, '..', '..', 'scripts', 'photos.ts');

export const photos: Trial = {
  what: 'photos in the S3 gateway of Ceph: moved both ways, deleted, and while it hangs (acceptance test 17)',
  needs: ['postgres', 'wrk', ...CEPH_PROGRAMS],
  options: { seconds: '20', rate: '50', bytes: '161000' },
  async run(trial) {
    trial.say('starting Ceph');
    const gateway = await startCeph(trial);
    const database = await startDatabase(trial);
    await preparePostgres(database.url, OWNERS);
    await insertPhotos(database, trial.number('bytes'));
    const env = { DATABASE_URL: database.url };

    const before = await startCarnet(trial, env);
    const bytes = await fingerprints(before, database);
    await before.stop();

    trial.measured('exit code of photos to-store', await move(trial, { ...env, ...gateway.env }, 'to-store'), '', exactly(0));
    const server = await startCarnet(trial, { ...env, ...gateway.env });
    trial.measured('photos that differ after the move to the store', await differing(server, database, bytes), '', exactly(0));
    await withoutGateway(trial, server, database, gateway);
    await deleted(trial, server, gateway);

    // The object of the upload that failed while the gateway hung is deleted after an hour, which the command says.
    trial.measured('exit code of photos to-database', await move(trial, { ...env, ...gateway.env }, 'to-database'), '', exactly(1));
    trial.measured('photos that differ after the move back', await differing(server, database, bytes), '', exactly(0));
    trial.measured('objects left in the bucket', (await gateway.count()) - (await waitingDeletions(database)), '', atMost(0));
  },
};

async function insertPhotos({ query }: Database, size: number): Promise<void> {
  for (let n = 0; n < PHOTOS; n++) {
    const id = randomBytes(16).toString('base64url');
    await query("insert into images (id, media_type, bytes, created_at) values ($1, 'image/jpeg', $2, '2026-01-01T00:00:00.000Z')", [
      id,
      randomBytes(size),
    ]);
  }
}

const waitingDeletions = async ({ query }: Database): Promise<number> =>
  Number((await query<{ count: string }>('select count(*) as count from object_deletions'))[0]?.count);

const idsOf = async ({ query }: Database): Promise<string[]> =>
  (await query<{ id: string }>('select id from images where length(id) = 22 order by id')).map(({ id }) => id);

async function fingerprints(server: RunningServer, database: Database): Promise<string[]> {
  const found: string[] = [];
  for (const id of await idsOf(database)) {
    const answer = await fetch(`${server.url}/api/images/${id}`);
    found.push(
      `${answer.status} ${createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex')}`,
    );
  }
  return found;
}

async function differing(server: RunningServer, database: Database, expected: readonly string[]): Promise<number> {
  const found = await fingerprints(server, database);
  return Math.abs(found.length - expected.length) + found.filter((each, index) => each !== expected[index]).length;
}

/** Returns the exit code: 1 also if all photos were moved, but objects of failed uploads are still to be deleted. */
async function move(trial: Run, env: Record<string, string>, direction: 'to-store' | 'to-database'): Promise<number> {
  trial.say(`npm run photos -- ${direction}`);
  const started = performance.now();
  const { code, stdout } = await command([COMMAND, direction], { PATH: process.env.PATH, ...env });
  trial.noted(`photos ${direction}`, stdout.trim().split(' to carnet')[0]?.split(' from carnet')[0] ?? '');
  trial.measured(`photos ${direction}`, PHOTOS / ((performance.now() - started) / 1000), 'a second, with the start of the command');
  return code;
}

async function command(args: string[], env: Record<string, string | undefined>): Promise<{ code: number; stdout: string }> {
  try {
    return { code: 0, stdout: (await run(process.execPath, args, { env })).stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    if (code === 1 && stderr.startsWith('Some objects are still to be deleted')) return { code, stdout };
    throw error;
  }
}

/** Requests photos while `work` runs, at the rate if there is one; returns its result, the answers and the seconds. */
async function withPhotos<T>(
  server: RunningServer,
  database: Database,
  rate: number | undefined,
  work: () => Promise<T>,
): Promise<[T, Tally, number]> {
  const tally = newTally();
  const ids = await idsOf(database);
  let n = 0;
  const next = () => ({ kind: 'photo', method: 'GET' as const, path: `/api/images/${ids[n++ % ids.length]}` });
  const settings = { urls: [server.url], connections: PHOTO_CONNECTIONS, next, record: tally.record };
  const started = performance.now();
  const load = startLoad({ ...settings, ...(rate !== undefined && { rate }) });
  const result = await work();
  await load.stop();
  return [result, tally, (performance.now() - started) / 1000];
}

/** The gateway hangs for some time: photos fail within seconds, and nothing else does. */
async function withoutGateway(trial: Run, server: RunningServer, database: Database, { process: gateway }: S3Gateway): Promise<void> {
  for (const [signal, what] of [
    ['SIGSTOP', 'the gateway hangs'],
    ['SIGCONT', 'the gateway works again'],
  ] as const) {
    trial.say(what);
    gateway.kill(signal);
    await after(signal === 'SIGSTOP' ? 500 : 6_000);
    const [lists, tally] = await withPhotos(server, database, signal === 'SIGSTOP' ? undefined : trial.number('rate'), () =>
      runFlood(trial, { url: server.url, requests: LISTS, connections: LIST_CONNECTIONS, seconds: trial.number('seconds') }),
    );
    trial.measured(`${what}: lists`, perSecond(lists), 'a second');
    trial.measured(`${what}: lists that failed`, failuresOf(lists), '', exactly(0));
    const photosGoal = signal === 'SIGSTOP' ? undefined : exactly(0);
    trial.measured(`${what}: photos that failed`, tally.count({ status: isFailure }), '', photosGoal);
    trial.measured(
      `${what}: answers other than 200 and 503`,
      tally.count({ status: (status) => status !== 200 && status !== 503 }),
      '',
      exactly(0),
    );
    if (signal === 'SIGCONT') continue;
    trial.measured(`${what}: 503 without Retry-After`, tally.withoutRetryAfter({ status: (status) => status === 503 }), '', exactly(0));
    trial.measured(`${what}: longest wait for a photo`, maximum(tally.times()) / 1000, 's', atMost(8));
    trial.measured(`${what}: status of an upload`, (await upload(server)).status, '', exactly(503));
  }
}

async function upload(server: RunningServer): Promise<{ status: number; id: number }> {
  const form = await vehicleForm(vehicleFields('car'), await aPicture('jpeg', 800));
  const answer = await fetch(`${server.url}/api/vehicles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(1)}` },
    body: form,
  });
  const body = (await answer.json()) as { data?: { id: number } };
  return { status: answer.status, id: body.data?.id ?? 0 };
}

async function deleted(trial: Run, server: RunningServer, gateway: S3Gateway): Promise<void> {
  trial.say('deleting a photo while the gateway is stopped');
  const before = await gateway.count();
  const { status, id } = await upload(server);
  trial.measured('objects after an upload', (await gateway.count()) - before, '', exactly(status === 201 ? 1 : Number.NaN));
  gateway.process.kill('SIGSTOP');
  const headers = { authorization: `Bearer ${tokenOf(1)}` };
  const answer = await fetch(`${server.url}/api/vehicles/${id}`, { method: 'DELETE', headers });
  trial.measured('status of the deletion', answer.status, '', exactly(200));
  gateway.process.kill('SIGCONT');
  const started = performance.now();
  while ((await gateway.count()) !== before && performance.now() - started < DELETED_WITHIN) await after(500);
  trial.measured('object deleted after', (performance.now() - started) / 1000, 's', atMost(DELETED_WITHIN / 1000 - 1));
}
