/** What is checked in a file before it is decoded, because some small files take much time or memory. */
import type { Metadata } from 'sharp';
import { IMAGE_PIXELS } from '#contract/limits.ts';

const FORMATS = ['jpeg', 'png', 'gif'] as const;
export type Format = (typeof FORMATS)[number];

export interface ImageFile {
  format: Format;
  /** The file as the image library may read it. */
  bytes: Uint8Array;
  /** Bytes that the library keeps for the coefficients of a JPEG of several scans. */
  coefficients: number;
}

const STARTS: readonly [Format, ...Buffer[]][] = [
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['gif', Buffer.from('GIF87a'), Buffer.from('GIF89a')],
];

/** Undefined for a file that is no JPEG, PNG or GIF by its content, or that must not reach the library. */
export function imageFile(upload: Uint8Array): ImageFile | undefined {
  const file = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  const [format] = STARTS.find(([, ...starts]) => starts.some((start) => file.subarray(0, start.length).equals(start))) ?? [];
  if (format === 'gif') return { format, bytes: file, coefficients: 0 };
  if (format === 'png') return { format, bytes: withoutTexts(file), coefficients: 0 };
  const coefficients = format && coefficientsOf(file);
  return format && coefficients !== undefined ? { format, bytes: file, coefficients } : undefined;
}

/** More takes seconds for the rows of a PNG alone. */
const MAX_SIDE = 16_000;
/** Bytes of an image that are in memory at a time; the process grows by up to 25 MB more. */
const MAX_BYTES = 36_000_000;
/** Rows that are in memory while an image is scaled that can be decoded row by row. */
const ROWS = 1_500;
const GIF_CHANNELS = 4;

/** Whether decoding the file takes too much time or memory; `metadata` is what the library says about it. */
export function isTooLarge({ format, coefficients }: ImageFile, { width, height, channels, depth, isProgressive }: Metadata): boolean {
  if (Math.max(width, height) > MAX_SIDE || width * height > IMAGE_PIXELS) return true;
  if (format === 'jpeg') return coefficients > MAX_BYTES;
  if (format === 'gif') return width * height * GIF_CHANNELS > MAX_BYTES;
  const rows = isProgressive ? height : Math.min(height, ROWS);
  return width * rows * channels * (depth === 'ushort' ? 2 : 1) > MAX_BYTES;
}

const PNG_START = 8;
/** Length, type and checksum of a chunk. */
const CHUNK_FRAME = 12;
/** Image data, transparency, orientation and colours. */
const CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'eXIf', 'gAMA', 'cHRM', 'sRGB', 'iCCP']);

/** Leaves out texts, of which a kilobyte can be a megabyte in memory. The library rejects what is damaged. */
function withoutTexts(file: Buffer): Buffer {
  const kept = [file.subarray(0, PNG_START)];
  for (let at = PNG_START; at + CHUNK_FRAME <= file.length; ) {
    const end = at + CHUNK_FRAME + file.readUInt32BE(at);
    if (CHUNKS.has(file.toString('latin1', at + 4, at + 8))) kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** Encoders write about ten scans. The library reads all of them before it checks its timeout. */
const MAX_SCANS = 100;
const COEFFICIENT_BYTES = 2;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Frames with Huffman coding: baseline, extended, progressive. Browsers show no others. */
const HUFFMAN_FRAMES = [0xc0, 0xc1, 0xc2];
/** Markers among those of frames that have another meaning. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];

/**
 * Undefined for a JPEG with too many scans or another coding. Follows the markers as the library does: it skips segments, such as those with
 * a preview, by their length, and everything else up to the next marker.
 */
function coefficientsOf(file: Buffer): number | undefined {
  let scans = 0;
  let bytes = 0;
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 3 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) break;
    // Fill bytes, stuffed bytes, restart markers and invalid ones have no length.
    if (marker < 0xc0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) scans += 1;
    if (marker <= 0xcf && !NO_FRAMES.includes(marker)) {
      if (!HUFFMAN_FRAMES.includes(marker)) return undefined;
      bytes = Math.max(bytes, samplesOf(file.subarray(at + 4)) * COEFFICIENT_BYTES);
    }
    at += 2 + file.readUInt16BE(at + 2);
  }
  if (scans > MAX_SCANS) return undefined;
  return scans > 1 ? bytes : 0;
}

/** The samples of all components of a frame, of which some may have a lower resolution. */
function samplesOf(frame: Buffer): number {
  const components = frame[5] ?? 0;
  if (frame.length < 6 + 3 * components) return 0;
  const samplings = Array.from({ length: components }, (_, n) => frame[7 + 3 * n] ?? 0).map((byte) => [byte >> 4, byte & 0xf] as const);
  const across = Math.max(...samplings.map(([horizontal]) => horizontal));
  const down = Math.max(...samplings.map(([, vertical]) => vertical));
  const share = samplings.reduce((sum, [horizontal, vertical]) => sum + (horizontal * vertical) / (across * down), 0);
  return frame.readUInt16BE(1) * frame.readUInt16BE(3) * share;
}
