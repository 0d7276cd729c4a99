/** Small images that take much time or memory to decode. */
import { crc32, deflateSync, gzipSync } from 'node:zlib';

/** An SVG of a few kilobytes that takes a gigabyte. */
export const gzippedSvg = (): Buffer =>
  gzipSync(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${'<g/>'.repeat(900_000)}</svg>`, { level: 9 });

const PROGRESSIVE = 0xc2;
const RUN_CODES = 15;
/** Coefficients except the first one, and the scans of each: 14 bits, from the highest to the lowest. */
const COEFFICIENTS = 63;
const PRECISION = 14;

export const segment = (marker: number, content: Iterable<number>): Buffer => {
  const bytes = Buffer.from([...content]);
  return Buffer.concat([Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff]), bytes]);
};

/** Bits as the data of a scan: filled up with ones, and a zero byte after each 0xff. */
function scanData(bits: string): Buffer {
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes = padded.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}

/** “All coefficients of the next 2ⁿ blocks and more are zero”, as often as needed. */
function emptyBlocks(count: number): string {
  const bits: string[] = [];
  for (let left = count; left > 0; ) {
    const exponent = Math.min(RUN_CODES - 1, 31 - Math.clz32(left));
    const run = Math.min(left, 2 ** (exponent + 1) - 1);
    const rest = exponent > 0 ? (run - 2 ** exponent).toString(2).padStart(exponent, '0') : '';
    bits.push(exponent.toString(2).padStart(4, '0') + rest);
    left -= run;
  }
  return bits.join('');
}

interface JpegOptions {
  /** Pixels. */
  side?: number;
  components?: number;
  /** The marker of the frame: the coding. */
  frame?: number;
  /** What comes first in the file. */
  before?: Uint8Array;
}

/** A valid progressive JPEG of one colour, with that many scans after the first one of each component. */
export function jpegOfScans(
  scans: number,
  { side = 8, components = 1, frame = PROGRESSIVE, before = new Uint8Array() }: JpegOptions = {},
): Buffer {
  const ids = Array.from({ length: components }, (_, n) => n + 1);
  const blocks = Math.ceil(side / 8) ** 2;
  const size = [side >> 8, side & 0xff];
  const lengths = (codes: number, length: number) => Array.from({ length: 16 }, (_, n) => (n + 1 === length ? codes : 0));
  const empty = scanData(emptyBlocks(blocks));
  const passes = ids.flatMap((id) =>
    Array.from({ length: COEFFICIENTS * PRECISION }, (_, n) => {
      const [coefficient, low] = [1 + Math.floor(n / PRECISION), PRECISION - 1 - (n % PRECISION)];
      const high = low === PRECISION - 1 ? 0 : low + 1;
      return Buffer.concat([segment(0xda, [1, id, 0, coefficient, coefficient, (high << 4) | low]), empty]);
    }),
  );
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    before,
    segment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    segment(frame, [8, ...size, ...size, components, ...ids.flatMap((id) => [id, 0x11, 0])]),
    segment(0xc4, [0x00, ...lengths(1, 1), 0]),
    segment(0xc4, [0x10, ...lengths(RUN_CODES, 4), ...Array.from({ length: RUN_CODES }, (_, n) => n << 4)]),
    ...ids.flatMap((id) => [segment(0xda, [1, id, 0, 0, 0, 0]), scanData('0'.repeat(blocks))]),
    ...passes.slice(0, scans),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
  bytes.writeUInt32BE(content.length, 0);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

/** A compressed text of a PNG: 7 MB, just below the limit of the library. */
export const compressedText = (): Buffer =>
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(7 * 1024 ** 2, 'a'), { level: 9 })]));

/** A black PNG without transparency, with more chunks after the header. */
export function aPng(width: number, height: number, chunks: readonly Uint8Array[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const data = deflateSync(Buffer.alloc((3 * width + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
