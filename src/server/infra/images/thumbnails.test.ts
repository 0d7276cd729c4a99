import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imageIdOf } from '#contract/images.ts';
import { AppError } from '#server/app-error.ts';
import { sharpImages } from '#server/ports/images.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, vehicleFields, vehicleForm } from '#tests/support/builders.ts';
import { checkIntegrity } from '#tests/support/integrity.ts';
import { webpMetadata } from '#tests/support/webp.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const images = sharpImages();

describe.each(DATABASES)('thumbnails on %s', (kind) => {
  let app: TestApp;
  let photo: Buffer<ArrayBuffer>;
  let scale = images.scale;
  let scaled = 0;
  beforeAll(async () => {
    app = await testApp(kind, {
      images: {
        ...images,
        scale: (image, width) => {
          scaled += 1;
          return scale(image, width);
        },
      },
    });
    photo = (await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#2f6f73' } })
      .jpeg()
      .toBuffer()) as Buffer<ArrayBuffer>;
  });
  beforeEach(() => {
    scale = images.scale;
    scaled = 0;
  });
  afterAll(() => app.close());

  async function aPhoto() {
    const user = await aUser(app);
    const form = await vehicleForm(vehicleFields('car'), photo);
    const { body } = await app.request('POST', '/api/vehicles', { token: user.token, form });
    return { user, vehicle: body.data, image: body.data.image as string, id: imageIdOf(body.data.image) };
  }
  const stored = async (id: string): Promise<number[]> => {
    const rows = await app.store.db.selectFrom('thumbnails').select('width').where('image_id', '=', id).orderBy('width').execute();
    return rows.map(({ width }) => width);
  };

  test('returns a photo in smaller sizes, each created once', async () => {
    const { image, id } = await aPhoto();
    for (const [width, height] of [
      [192, 144],
      [384, 288],
    ] as const) {
      const path = `${image}?width=${width}`;
      const first = await app.server.inject(path);
      expect(first.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': IMMUTABLE, etag: `"${id}-${width}"` });
      expect(await webpMetadata(first.rawPayload)).toMatchObject({ format: 'webp', width, height });
      expect((await app.server.inject(path)).rawPayload).toEqual(first.rawPayload);
      expect((await app.request('GET', path, { headers: { 'if-none-match': `"${id}-${width}"` } })).status).toBe(304);
      expect((await app.request('GET', path, { headers: { 'if-none-match': `"${id}"` } })).status).toBe(200);
    }
    expect(scaled).toBe(2);
    expect(await stored(id)).toEqual([192, 384]);
    const full = await app.server.inject(image);
    expect(full.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': IMMUTABLE, etag: `"${id}"` });
    expect((await sharp(full.rawPayload).metadata()).width).toBe(1600);
  });

  test('answers two concurrent requests for a size that does not exist yet', async () => {
    const { image, id } = await aPhoto();
    const answers = await Promise.all([1, 2].map(() => app.request('GET', `${image}?width=192`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored(id)).toEqual([192]);
  });

  test('deletes the thumbnails of a replaced or deleted photo', async () => {
    const { user, vehicle, image, id } = await aPhoto();
    const path = `/api/vehicles/${vehicle.id}`;
    await app.request('GET', `${image}?width=192`);
    const changed = await app.request('PATCH', path, { token: user.token, form: await vehicleForm({}, photo) });
    expect(await stored(id)).toEqual([]);
    expect((await app.request('GET', `${image}?width=192`)).status).toBe(404);
    await app.request('GET', `${changed.body.data.image}?width=192`);
    expect((await app.request('DELETE', path, { token: user.token })).status).toBe(200);
    expect(await stored(imageIdOf(changed.body.data.image))).toEqual([]);
  });

  test('stores no thumbnail if the photo is deleted during its creation', async () => {
    const { user, vehicle, image, id } = await aPhoto();
    scale = async (bytes, width) => {
      await app.request('DELETE', `/api/vehicles/${vehicle.id}`, { token: user.token });
      return images.scale(bytes, width);
    };
    expect((await app.request('GET', `${image}?width=192`)).status).toBe(200);
    expect(await stored(id)).toEqual([]);
    await checkIntegrity(app.store);
  });

  test.each(['api.503', 'imageApi.502'] as const)(
    'returns the full photo when %s prevents a thumbnail, and does not store it as one',
    async (code) => {
      const { image, id } = await aPhoto();
      scale = async () => {
        throw new AppError(code);
      };
      const { statusCode, headers } = await app.server.inject(`${image}?width=192`);
      expect({ statusCode, headers }).toMatchObject({
        statusCode: 200,
        headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-cache', etag: `"${id}"` },
      });
      expect(await stored(id)).toEqual([]);
      scale = images.scale;
      expect((await app.server.inject(`${image}?width=192`)).headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': IMMUTABLE,
      });
    },
  );

  test('rejects other widths', async () => {
    const { image } = await aPhoto();
    for (const query of ['width=', 'width=193', 'width=1600', 'width=192&width=384', 'width=192.0']) {
      const { status, body } = await app.request('GET', `${image}?${query}`);
      expect({ status, code: body.code }, query).toEqual({ status: 400, code: 'api.400' });
    }
    expect(scaled).toBe(0);
  });
});
