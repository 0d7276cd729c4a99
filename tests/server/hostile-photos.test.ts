/** Photos that are made to take time or memory. */
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { systemClock } from '#server/ports/clock.ts';
import { cpuQueue, type Lane } from '#server/ports/cpu-queue.ts';
import { sharpImages } from '#server/ports/images.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { anAccount, PASSWORD, postLogin } from '#tests/support/accounts.ts';
import { DATABASES, testApp } from '#tests/support/app.ts';
import { aPicture, aUser, vehicleForm } from '#tests/support/builders.ts';
import { aPng, compressedText, gzippedSvg, jpegOfScans } from '#tests/support/hostile-images.ts';
import { aDatabase, request, startOn } from '#tests/support/processes.ts';

const NAMES = { firstName: 'Марія', lastName: 'Коваль' };
const PATH = '/api/users/change-profile';
const formWith = (image: Uint8Array): Promise<FormData> => vehicleForm(NAMES, Uint8Array.from(image));

describe.each(DATABASES)('on %s', (kind) => {
  test('a login does not wait for photos, thumbnails and reports', async () => {
    const queue = cpuQueue({ concurrency: 1 });
    const app = await testApp(kind, { passwords: argonPasswords(queue), images: sharpImages(queue) });
    onTestFinished(() => app.close());
    const { email } = await anAccount(app);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const lanes: Lane[] = ['image', 'thumbnail', 'report'];
    const slow = lanes.flatMap((lane) => [queue.run(lane, () => ended), queue.run(lane, () => ended)]);
    expect((await postLogin(app, { email, password: PASSWORD })).status).toBe(200);
    end();
    await Promise.all(slow);
  });

  test('an image of another format or of too many scans is a 422', async () => {
    const app = await testApp(kind);
    onTestFinished(() => app.close());
    const { token } = await aUser(app);
    for (const image of [gzippedSvg(), jpegOfScans(3_528, { components: 4 })])
      expect(await app.request('PATCH', PATH, { token, form: await formWith(image) })).toMatchObject({
        status: 422,
        body: { code: 'imageApi.422', errors: [{ field: 'image', code: 'imageApi.422' }] },
      });
  });
});

/** Megabytes. */
const MOST_GROWTH = 60;
const peakOf = (pid = 0): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test.runIf(process.platform === 'linux')('no photo takes much memory of the server', async () => {
  const database = await aDatabase('sqlite');
  const store = await database.open();
  const { token } = await aUser({ store, clock: systemClock });
  await store.close();
  const server = await startOn(database);
  onTestFinished(async () => {
    await server.stop();
    await database.remove();
  });
  const send = async (image: Uint8Array): Promise<number> => {
    expect(image.byteLength).toBeLessThanOrEqual(IMAGE_BYTES);
    return (await request(server, 'PATCH', PATH, { token, form: await formWith(image) })).status;
  };
  expect(await send(await aPicture('png', 1_000))).toBe(200);
  const before = peakOf(server.process.pid);
  expect(await send(gzippedSvg())).toBe(422);
  expect(await send(aPng(16_000_000, 1))).toBe(422);
  expect(await send(jpegOfScans(1, { side: 4_000, components: 4 }))).toBe(422);
  expect(await send(aPng(4, 4, new Array(30).fill(compressedText())))).toBe(200);
  expect(peakOf(server.process.pid) - before).toBeLessThan(MOST_GROWTH);
});
