/** Requests whose bodies arrive a byte at a time must not take the places of the others behind the sample proxies. */
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { prepareSqlite, tokenOf } from '../../bench/data.ts';
import { vehicleFields, vehicleForm } from '../../tests/support/builders.ts';
import { startCarnet } from './support/carnet.ts';
import { startHaproxy } from './support/haproxy.ts';
import { newAgent, newTally, send } from './support/load.ts';
import { startNginx } from './support/nginx.ts';
import { callsOf } from './support/requests.ts';
import { exactly, percentile, type Run, type Trial } from './support/trial.ts';

const OWNERS = 50;
const OBSERVER = '127.0.0.2';
/** Milliseconds between two lists of the observer, and between two bytes of a slow body. */
const LIST_EVERY = 100;
const BYTE_EVERY = 5_000;
/** Milliseconds until a rejected body is sent again. */
const AGAIN_AFTER = 1_000;
/** More than HAProxy keeps of a body. */
const LONG_BEGINNING = 20_000;
const SENDERS_OF_LONG = 50;
/** Parts in which a photo is sent, one a second. */
const PHOTO_PARTS = 8;
interface Attack {
  name: string;
  /** The network address of each connection. */
  from: (connection: number) => string;
  /** Bytes that are sent at once. */
  beginning: number;
}

const ATTACKS: readonly Attack[] = [
  { name: 'one address', from: () => '127.0.0.1', beginning: 0 },
  { name: `${SENDERS_OF_LONG} addresses, 20 KB at once`, from: (n) => `127.0.1.${1 + (n % SENDERS_OF_LONG)}`, beginning: LONG_BEGINNING },
];

export const slowBodies: Trial = {
  what: 'bodies that arrive a byte at a time, through the sample proxies',
  needs: ['haproxy', 'nginx'],
  options: { connections: '250', seconds: '15' },
  async run(run) {
    await prepareSqlite(run.folder, OWNERS);
    const server = await startCarnet(run, { DATA_DIR: run.folder, TRUST_PROXY: 'loopback' });
    const port = Number(new URL(server.url).port);
    const proxies = {
      HAProxy: (await startHaproxy(run, [port], { hasTls: false })).url,
      nginx: (await startNginx(run, port)).url,
    };
    for (const [proxy, url] of Object.entries(proxies))
      for (const attack of ATTACKS) await attacked(run, `${proxy}, ${attack.name}`, url, attack);
  },
};

async function attacked(run: Run, name: string, url: string, attack: Attack): Promise<void> {
  run.say(name);
  const attackers = Array.from({ length: run.number('connections') }, (_, n) => startSlowBody(url, attack, n));
  await pause(1_000);
  const seen = newTally();
  const photo = attack.beginning === 0 ? sendPhotoSlowly(url) : undefined;
  const end = performance.now() + 1_000 * run.number('seconds');
  const agent = newAgent(url, true, OBSERVER);
  while (performance.now() < end) {
    seen.record(await send(url, callsOf(OWNERS).records(), agent));
    await pause(LIST_EVERY);
  }
  agent.destroy();
  run.measured(
    `${name}: lists not answered with 200`,
    seen.count({ status: (status) => status !== 200 }),
    `of ${seen.count()}`,
    exactly(0),
  );
  if (seen.failures() !== '') run.noted(`${name}: other answers`, seen.failures());
  run.measured(`${name}: p99 of lists`, percentile(seen.times(), 0.99), 'ms');
  if (photo) run.measured(`${name}: status of a photo that takes ${PHOTO_PARTS} s`, await photo, '', exactly(201));
  for (const stop of attackers) stop();
}

/** Sends a login of 60,000 bytes, again when it is rejected; returns how to stop it. */
function startSlowBody(url: string, { from, beginning }: Attack, connection: number): () => void {
  let [current, isStopped] = [undefined as http.ClientRequest | undefined, false];
  const begin = () => {
    const headers = { 'content-type': 'application/json', 'content-length': 60_000 };
    const request = http.request(`${url}/api/users/login`, { method: 'POST', headers, localAddress: from(connection), agent: false });
    request.on('error', () => undefined);
    request.on('response', (response) => response.resume().once('end', () => request.destroy()));
    request.flushHeaders();
    if (beginning > 0) request.write(Buffer.alloc(beginning, ' '));
    const drip = setInterval(() => request.write(' '), BYTE_EVERY);
    request.on('close', () => {
      clearInterval(drip);
      if (!isStopped) setTimeout(begin, AGAIN_AFTER);
    });
    current = request;
  };
  begin();
  return () => {
    isStopped = true;
    current?.destroy();
  };
}

/** Creates a vehicle with a photo in parts, one a second, as over a slow connection; returns the status. */
async function sendPhotoSlowly(url: string): Promise<number> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const photo = await sharp({ create: { width: 600, height: 500, channels: 3, background: 'grey', noise } })
    .jpeg()
    .toBuffer();
  const form = new Response(await vehicleForm(vehicleFields(), new Uint8Array(photo)));
  const bytes = Buffer.from(await form.arrayBuffer());
  const headers = {
    authorization: `Bearer ${tokenOf(1)}`,
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': bytes.length,
  };
  const request = http.request(`${url}/api/vehicles`, { method: 'POST', headers, localAddress: OBSERVER, agent: false });
  const answered = new Promise<number>((resolve) => {
    request.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    request.on('error', () => resolve(0));
  });
  const size = Math.ceil(bytes.length / PHOTO_PARTS);
  for (let start = 0; start < bytes.length; start += size) {
    request.write(bytes.subarray(start, start + size));
    await pause(1_000);
  }
  request.end();
  return answered;
}
