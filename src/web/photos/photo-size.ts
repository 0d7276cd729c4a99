import { IMAGE_SIDE } from '#contract/limits.ts';

export interface Size {
  width: number;
  height: number;
}
/** One try: this many pixels at that JPEG quality. */
export interface Step extends Size {
  quality: number;
}

const QUALITIES = [0.86, 0.76, 0.64];
const SMALLER = 0.75;
const LEAST_SIDE = 240;

/** The same picture with its longest side within `side`; never enlarged. */
export function fitInside({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** What to try, best first, until the file is small enough: quality goes down a little before pixels do. */
export function* shrinkSteps(size: Size): Generator<Step> {
  for (let side = IMAGE_SIDE; side >= LEAST_SIDE; side *= SMALLER)
    for (const quality of QUALITIES) yield { ...fitInside(size, side), quality };
}

export type ImageKind = 'jpeg' | 'png' | 'gif' | 'heic';

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);

/** What a file is by its first bytes (12 are enough), whatever its name says. */
export function kindOf(bytes: Uint8Array): ImageKind | undefined {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47)) return 'png';
  if (startsWith(bytes, 0x47, 0x49, 0x46, 0x38)) return 'gif';
  const box = String.fromCharCode(...bytes.slice(4, 12));
  return /^ftyp(?:heic|heix|hevc|heim|heis|mif1|msf1)/.test(box) ? 'heic' : undefined;
}
