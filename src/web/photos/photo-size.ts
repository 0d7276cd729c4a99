import { IMAGE_SIDE } from '#contract/limits.ts';

export interface Size {
  width: number;
  height: number;
}
/** One shrink attempt: dimensions in pixels and a JPEG quality. */
export interface Step extends Size {
  quality: number;
}

const QUALITIES = [0.86, 0.76, 0.64];
const SMALLER = 0.75;
const MIN_SIDE = 240;

/** Scales a size so that its longest side is at most `side` pixels; never enlarges. */
export function fitInside({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Yields shrink attempts, best first: at each size the quality is reduced before the size is. */
export function* shrinkSteps(size: Size): Generator<Step> {
  for (let side = IMAGE_SIDE; side >= MIN_SIDE; side *= SMALLER)
    for (const quality of QUALITIES) yield { ...fitInside(size, side), quality };
}

export type ImageKind = 'jpeg' | 'png' | 'gif' | 'heic';

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);

/** Detects the image type from the first bytes of a file (at least 12), regardless of its name. */
export function kindOf(bytes: Uint8Array): ImageKind | undefined {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47)) return 'png';
  if (startsWith(bytes, 0x47, 0x49, 0x46, 0x38)) return 'gif';
  const box = String.fromCharCode(...bytes.slice(4, 12));
  return /^ftyp(?:heic|heix|hevc|heim|heis|mif1|msf1)/.test(box) ? 'heic' : undefined;
}
