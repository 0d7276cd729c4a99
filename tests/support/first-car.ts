import sharp from 'sharp';
import { button, field, fillVehicle, heading, type Photo, vehicleCard } from './book.ts';
import { expect, type Reader } from './e2e.ts';

const MEGABYTE = 1024 * 1024;

/** A photo as large as a phone's: noise compresses worst as JPEG. */
async function aHeavyPhoto(): Promise<Photo> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const buffer = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#0f6b6b', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(MEGABYTE);
  return { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer };
}

export const FIRST_CAR = {
  brand: 'ЗАЗ',
  model: 'Таврія',
  year: '1998',
  vin: 'Y6D110206W0238417',
  carType: 'hatchback',
  fuelType: 'petrol',
  engineVolume: '1,1',
  mileage: '98 047',
  color: 'вишневий',
};

/** Adds the first car, from the welcome page of a new user to the book. */
export async function addFirstCar(reader: Reader): Promise<void> {
  const { page, say, press } = reader;
  await press(page.getByRole('link', { name: say('auth:welcome.add') }));
  await expect(heading(reader, 'vehicleForm:new')).toBeVisible();
  await expect(field(reader, 'vehicleForm:brand'), 'only the type until it is chosen').toHaveCount(0);
  await fillVehicle(reader, 'car', FIRST_CAR, await aHeavyPhoto());
  const shrunk = say('forms:photo.shrunk', { size: '', from: '' }).trim();
  await expect(page.getByText(shrunk), 'the photo is shrunk before it is sent').toBeVisible({ timeout: 20_000 });
  await press(button(reader, 'vehicleForm:add'));
  const card = vehicleCard(reader, 'ЗАЗ Таврія');
  await expect(card).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(say('vehicles:added', { name: 'ЗАЗ Таврія' }))).toBeVisible();
  await expect.poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}
