import type { VehicleType } from '#contract/vehicle-types.ts';

/** Painted parts of a type, in the coordinates of its icon (24 × 24). */
interface Parts {
  /** Body, filled with the colour of the vehicle. */
  body?: string;
  /** Frame, drawn as a tube of that colour. */
  frame?: string;
  /** Windows and sails. */
  light?: string;
}

const PARTS: Record<VehicleType, Parts> = {
  bicycle: { frame: 'M5.75 15.75 9 9.25h6.4l-3.65 6.5h-6ZM8.2 7.25l3.55 8.5M18.25 15.75 14.7 6.5' },
  scooter: {
    body: 'M3.2 15.6c0-2.8 1.5-4.6 4.4-4.6h2.6l1.4 4.2.8 2.3H5ZM13.7 17.5c.5-3 1.5-4.6 3.4-5.6h.6l.7 2.9c-1.6.3-2.5 1.5-2.5 2.7Z',
  },
  motorcycle: { body: 'M2.75 10.25h5c1 0 1.6.5 2.2 1.1h2.8c1.2 0 2.4-1 3.4-1.9l-.7 1-1.7 5.8H9.3l.6-4.9Z' },
  atv: {
    body: 'M2.5 12.2c.6-1.4 1.8-2.2 3.5-2.2h.5l-1-2h4.8l1.6 2.4 2.6-.4H18c1.8 0 3 .8 3.5 2.2l-3.5 1.5-3.5 2.8h-5L6 13.4Z',
  },
  snowmobile: { body: 'M3 14l.9-3.2h5.4l2.2 1.7 2.7-3.5 5.8 3c1 .5 1.2 1.5.6 2.2Z' },
  car: {
    body: 'M3.2 16.5c-.7 0-1.2-.5-1.2-1.2v-2.1c0-.9.6-1.6 1.5-1.8l2-.4 2.2-3.3c.4-.7 1.1-1 1.9-1h3.9c.7 0 1.3.3 1.8.8l3 3.3 2.3.5c.8.2 1.4.9 1.4 1.8v2.2c0 .7-.5 1.2-1.2 1.2Z',
    light: 'M6.6 11l1.8-2.7c.3-.5.7-.7 1.2-.7h1.9V11ZM11.5 7.6h2c.4 0 .8.2 1.1.5l2.6 2.9h-5.7Z',
  },
  truck: {
    body: 'M2.2 17.25V6h11.6v3h3.9c.6 0 1.1.3 1.4.8l2.2 3.6c.2.3.3.6.3 1v1.7c0 .6-.5 1.1-1.1 1.1Z',
    light: 'M17 9.6h.7c.4 0 .7.2.9.5l1.5 2.5H17Z',
  },
  bus: {
    body: 'M3.4 17.75c-.7 0-1.2-.5-1.2-1.2V6.7c0-.7.5-1.2 1.2-1.2h16c.6 0 1.1.4 1.2 1l1.2 6.3v3.7c0 .7-.5 1.2-1.2 1.2Z',
    light: 'M3.2 6.7h4V12h-4ZM7.2 6.7h5V12h-5ZM12.2 6.7h5V12h-5ZM17.2 6.7h2.3l1 5.3h-3.3Z',
  },
  boat: {
    body: 'M2.5 13h19l-1.7 3.2c-.5.9-1.4 1.5-2.5 1.5H6.4c-1.3 0-2.4-.8-2.8-2Z',
    light: 'M6.5 13V9.6c0-.6.5-1.1 1.1-1.1h4.6c.4 0 .7.2.9.5l2.7 4Z',
  },
  jet_ski: {
    body: 'M2.5 13.7h6.3l2-2.2 3.7.1 2.4-2.2 4.6 4.7c.3.4 0 1-.5 1.1l-3.1 1.6c-.7.4-1.5.5-2.3.5H6c-1.3 0-2.4-.8-2.9-2Z',
  },
  yacht: {
    body: 'M2.8 15h18.4l-1.4 1.8c-.5.6-1.2.9-2 .9H6.3c-1 0-1.9-.5-2.4-1.3Z',
    light: 'M11.5 4c3.6 2 6 4.8 7 8.4h-7ZM9.2 5.8c-2 2-3.4 4.2-4.2 6.6h4.2Z',
  },
  other: {
    body: 'M3.6 11.6V6.5h7l1.6 5h5.2c1.2 0 2.1.9 2.1 2.1v2.8L11 16.8 9 12.5Z',
    light: 'M4.6 7.5h2.6v4H4.6ZM7.2 7.5h2.7l1.2 4H7.2Z',
  },
};

interface Ground {
  top: string;
  bottom: string;
}

const ROAD: Ground = { top: '#efe9dd', bottom: '#d9d0bf' };
const WATER: Ground = { top: '#e9eeec', bottom: '#b9d2d8' };
const SNOW: Ground = { top: '#dfe8ec', bottom: '#fafbfb' };
const GROUNDS: Partial<Record<VehicleType, Ground>> = { boat: WATER, jet_ski: WATER, yacht: WATER, snowmobile: SNOW };

const INK = '#2b2824';
const TYRE = '#6b665e';
const LIGHT = '#f7fafa';

export const DRAWING_SIZE = { width: 1200, height: 900 };

/** The content of the type's symbol in the text of icons.svg; throws if it is missing. */
export function iconOf(type: VehicleType, icons: string): string {
  const icon = new RegExp(`<symbol id="${type}"[^>]*>([\\s\\S]*?)</symbol>`).exec(icons)?.[1];
  if (!icon) throw new Error(`No icon of ${type}`);
  return icon;
}

/** An SVG drawing of the type in the given colour, with its background. `icon` comes from `iconOf`. */
export function drawingOf(type: VehicleType, paint: string, icon: string): string {
  const { body, frame, light } = PARTS[type];
  const { top, bottom } = GROUNDS[type] ?? ROAD;
  const lines = icon.replaceAll('<circle', `<circle fill="${type === 'bicycle' ? 'none' : TYRE}"`);
  const tube = (color: string, width: number) => `<path d="${frame}" stroke="${color}" stroke-width="${width}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24" width="${DRAWING_SIZE.width}" height="${DRAWING_SIZE.height}">`,
    `<rect width="32" height="24" fill="${top}"/><rect y="17" width="32" height="7" fill="${bottom}"/>`,
    '<g transform="translate(2.8 -1.4) scale(1.1)" fill="none" stroke-linecap="round" stroke-linejoin="round">',
    body ? `<path d="${body}" fill="${paint}"/>` : '',
    light ? `<path d="${light}" fill="${LIGHT}"/>` : '',
    `<g stroke="${INK}" stroke-width="0.6">${lines}</g>`,
    frame ? tube(INK, 1.5) + tube(paint, 0.8) : '',
    '</g></svg>',
  ].join('');
}
