import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { VehicleType } from '#contract/vehicle-types.ts';

const SKIES: [sky: string, ground: string, ink: string][] = [
  ['#b9c9cb', '#8f9a92', '#1e3a3c'],
  ['#d9c3a0', '#8b7a63', '#3b2b17'],
  ['#cfd8c4', '#869470', '#26331a'],
];
const WATER: [string, string, string] = ['#c6d7dd', '#6f97a1', '#10323c'];
const AFLOAT: VehicleType[] = ['boat', 'jet_ski', 'yacht'];

/** A generated picture of a vehicle, drawn from the application's own icons, so that no photo needs a licence. */
export async function pictureOf(type: VehicleType, n: number): Promise<Uint8Array> {
  const icons = await readFile(new URL('../../src/web/ui/icons.svg', import.meta.url), 'utf8');
  const drawing = new RegExp(`<symbol id="${type}"[^>]*>([\\s\\S]*?)</symbol>`).exec(icons)?.[1] ?? '';
  const [sky, ground, ink] = AFLOAT.includes(type) ? WATER : (SKIES[n % SKIES.length] ?? WATER);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24" width="800" height="600">
    <rect width="32" height="24" fill="${sky}"/><rect y="15" width="32" height="9" fill="${ground}"/>
    <g transform="translate(6 1.6) scale(0.83)" fill="none" stroke="${ink}" stroke-width="0.9" stroke-linecap="round" stroke-linejoin="round">${drawing}</g></svg>`;
  // The server, parts of which store the picture, switches off all decoders but those of photos.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer();
}
