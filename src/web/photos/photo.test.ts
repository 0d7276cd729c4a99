import { afterEach, expect, test, vi } from 'vitest';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { preparePhoto } from './photo.ts';

afterEach(() => vi.unstubAllGlobals());

const JPEG = '\xff\xd8\xff\xe0....JFIF';
const fileOf = (start: string, { type = 'image/jpeg', size = 1_000 } = {}) => {
  const bytes = new Uint8Array(size);
  bytes.set(Uint8Array.from(start, (letter) => letter.charCodeAt(0)));
  return new File([bytes], 'photo.jpg', { type });
};

interface FakeBrowser {
  /** Size of the decoded file; without it, the file cannot be decoded. */
  decoded?: { width: number; height: number };
  /** What the canvas returns as JPEG. */
  encoded?: Blob | null;
}

/** Fakes the decoder and the canvas of the browser. */
function fakeBrowser({ decoded, encoded = null }: FakeBrowser): void {
  vi.stubGlobal('createImageBitmap', async () => {
    if (!decoded) throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
    return { ...decoded, close: () => undefined };
  });
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  const canvas = { getContext: () => context, toBlob: (callback: (image: Blob | null) => void) => callback(encoded) };
  vi.stubGlobal('document', { createElement: () => canvas });
}

test('a photo within the limits is kept as it is', async () => {
  fakeBrowser({ decoded: { width: 4000, height: 4000 } });
  const file = fileOf(JPEG, { size: IMAGE_BYTES });
  expect(await preparePhoto(file)).toEqual({ image: file, name: 'photo.jpg', shrunkFrom: undefined });
});

test.each([
  ['bytes', IMAGE_BYTES + 1, 1000],
  ['pixels', 1_000, 4001],
])('a photo with too many %s is shrunk', async (_, size, width) => {
  const encoded = new Blob(['small']);
  fakeBrowser({ decoded: { width, height: 4000 }, encoded });
  expect(await preparePhoto(fileOf(JPEG, { size }))).toEqual({ image: encoded, name: 'photo.jpg', shrunkFrom: size });
});

test.each([
  [JPEG, 'image/jpeg', 'damaged'],
  ['\0\0\0\x18ftypheic', 'image/heic', 'heic'],
  ['%PDF-1.7', 'application/pdf', 'document'],
  ['RIFF', 'audio/wav', 'notImage'],
])('a file that the browser cannot decode is explained by its content: %j', async (start, type, reason) => {
  fakeBrowser({});
  expect(await preparePhoto(fileOf(start, { type }))).toBe(reason);
});

test('a failing canvas is not reported as a damaged file', async () => {
  fakeBrowser({ decoded: { width: 8000, height: 6000 }, encoded: null });
  expect(await preparePhoto(fileOf(JPEG))).toBe('notPrepared');
});
