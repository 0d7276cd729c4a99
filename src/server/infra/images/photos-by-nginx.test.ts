import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { imageIdOf } from '#contract/images.ts';
import { NGINX } from '#server/http/images.ts';
import { s3Files } from '#server/ports/s3-files.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aPicture, aUser, aVehicle } from '#tests/support/builders.ts';
import { type S3Server, s3Server } from '#tests/support/s3-server.ts';

/** What nginx adds to each request. */
const OFFER = { [NGINX.header]: 'nginx' };

describe.each(DATABASES)('photos that nginx sends, with %s', (kind) => {
  let server: S3Server;
  let app: TestApp;
  beforeAll(async () => {
    server = await s3Server();
    app = await testApp(kind, { files: s3Files({ ...server.settings, sentBy: 'nginx' }) });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const read = (path: string, headers = {}) => app.server.inject({ url: path, headers });

  test('that are in the store are located for nginx', async () => {
    const user = await aUser(app, { tariff: 'family' });
    const { image } = await aVehicle(app, user);
    const inDatabase = await aVehicle(app, user);
    const values = { bytes: await aPicture(), object_key: null, object_size: null };
    await app.store.db.updateTable('images').set(values).where('id', '=', imageIdOf(inDatabase.image)).execute();
    const paths = [image, `${image}?width=192`];
    const sent = await Promise.all(paths.map((path) => read(path)));
    for (const [index, path] of paths.entries()) {
      const located = await read(path, OFFER);
      expect([located.statusCode, located.rawPayload.byteLength]).toEqual([200, 0]);
      const names = ['content-type', 'cache-control', 'etag', 'content-security-policy'];
      for (const name of names) expect(located.headers[name], name).toBe(sent[index]?.headers[name]);
      const [, inStore] = new RegExp(`^${NGINX.location}(/.*)$`).exec(String(located.headers['x-accel-redirect'])) ?? [];
      const stored = await fetch(`${server.settings.endpoint}${inStore}`);
      expect(Buffer.from(await stored.arrayBuffer())).toEqual(sent[index]?.rawPayload);
    }
    const bytesOf = async (path: string, method: 'GET' | 'HEAD' = 'GET') => {
      const answer = await app.server.inject({ method, url: path, headers: OFFER });
      expect(answer.headers).not.toHaveProperty('x-accel-redirect');
      return answer.rawPayload;
    };
    expect(await bytesOf(inDatabase.image)).toEqual(values.bytes);
    expect((await bytesOf(`${image}?width=384`)).byteLength).toBeGreaterThan(0);
    await bytesOf(image, 'HEAD');
    expect((await read(image, { ...OFFER, 'if-none-match': `"${imageIdOf(image)}"` })).statusCode).toBe(304);
    await app.request('DELETE', `/api/vehicles/${inDatabase.id}`, { token: user.token });
    expect((await read(inDatabase.image, OFFER)).statusCode).toBe(404);
  });

  test('are sent by Carnet unless FILES_SENT_BY names nginx, whatever a browser offers', async () => {
    const files = s3Files(server.settings);
    const other = await testApp(kind, { files });
    onTestFinished(() => other.close());
    const { image } = await aVehicle(other, await aUser(other));
    const answer = await other.server.inject({ url: image, headers: OFFER });
    expect(answer.headers).not.toHaveProperty('x-accel-redirect');
    expect(answer.rawPayload.byteLength).toBeGreaterThan(0);
  });
});
