import type { VehicleType } from '#contract/vehicle-types.ts';
import type { Photo } from '../../../photos/photo.ts';
import iconsUrl from '../../../ui/icons.svg?url';
import { DRAWING_SIZE, drawingOf, iconOf } from './vehicle-drawing.ts';

const loaded = (url: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error('The drawing cannot be loaded'));
    picture.src = url;
  });

/** Draws the vehicle type as a PNG. Rejects if the icons cannot be loaded or the browser cannot draw. */
export async function drawPhoto(type: VehicleType, paint: string, name: string): Promise<Photo> {
  const response = await fetch(iconsUrl);
  if (!response.ok) throw new Error(`Icons: ${response.status}`);
  const svg = drawingOf(type, paint, iconOf(type, await response.text()));
  const { width, height } = DRAWING_SIZE;
  const picture = await loaded(`data:image/svg+xml,${encodeURIComponent(svg)}`);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!image) throw new Error('The canvas gives no image');
  return { image, name, shrunkFrom: undefined };
}
