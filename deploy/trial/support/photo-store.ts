/** An object store that only sends bytes, so that it takes little time itself, and photos that are in it. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStore } from '#server/db/store.ts';
import type { Run } from './trial.ts';

/** Bytes of a photo. */
const SIZE = 161_000;
export const PLACES = ['database', 'store'] as const;
export type Place = (typeof PLACES)[number];

const idOf = (place: Place, n: number): string => `${place}-${String(n).padStart(21 - place.length, '0')}`;

export const pathOf = (place: Place, n: number): string => `/api/images/${idOf(place, n)}`;

export interface PhotoStore {
  url: string;
  /** Settings of Carnet for it. */
  env: Record<string, string>;
}

/** Starts a store that answers every request with a photo. */
export async function startPhotoStore({ atEnd }: Pick<Run, 'atEnd'>): Promise<PhotoStore> {
  const photo = randomBytes(SIZE);
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-length': SIZE }).end(photo);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, env: { FILES_URL: `s3://photos?endpoint=${url}`, FILES_ACCESS_KEY_ID: 'key', FILES_SECRET_ACCESS_KEY: 'secret' } };
}

/** Inserts that many photos of each place. */
export async function insertPhotos(count: number, dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl, onError: (error) => console.error(error.message) });
  const row = (place: Place, n: number) => ({
    ...{ id: idOf(place, n), media_type: 'image/jpeg', created_at: '2026-01-01T00:00:00.000Z' },
    ...(place === 'store' ? { bytes: new Uint8Array(), object_key: `key-${n}`, object_size: SIZE } : { bytes: randomBytes(SIZE) }),
  });
  for (const place of PLACES)
    for (let n = 0; n < count; n++)
      await store.db
        .insertInto('images')
        .values(row(place, n) as never)
        .execute();
  await store.close();
}
