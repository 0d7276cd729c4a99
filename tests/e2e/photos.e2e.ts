import type { Vehicle } from '#contract/vehicles.ts';
import { button, field, fillVehicle, heading, vehicleCard } from '../support/book.ts';
import { aPicture, type TestUser, vehicleFields, vehicleForm } from '../support/builders.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { anOwner, logInAs } from '../support/owners.ts';

const SIDE = 1200;
const NAME = 'Škoda Octavia';

async function giveVehicleWithPhoto({ server }: Pick<Served, 'server'>, { token }: TestUser): Promise<Vehicle> {
  const body = await vehicleForm(vehicleFields('car'), await aPicture('jpeg', SIDE));
  const response = await fetch(`${server.url}/api/vehicles`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: Vehicle }).data;
}

const turn = ({ page }: Reader, { id }: Vehicle) => page.locator(`#vehicle-turn-${id}`);

test('the book loads thumbnails, and the full photo opens enlarged, by keyboard too @every-browser', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store);
  const vehicle = await giveVehicleWithPhoto({ server }, owner);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/images/')) requested.push(request.url().slice(server.url.length));
  });
  await logInAs(page, owner);
  await page.goto('/service');
  const thumbnail = vehicleCard(reader, NAME).locator('img').first();
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  expect(requested).toEqual([`${vehicle.image}?width=192`]);

  const enlarge = page.getByRole('button', { name: say('vehicles:photo.enlarge', { name: NAME }) });
  await enlarge.focus();
  await page.keyboard.press('Enter');
  const photo = page.getByRole('dialog', { name: NAME }).getByRole('img', { name: say('vehicles:photo.alt', { name: NAME }) });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(SIDE);
  const box = await photo.boundingBox();
  expect(box?.width).toBeGreaterThan(400);
  expect(box?.width).toBeCloseTo(box?.height ?? 0, 0);
  expect(requested).toContain(vehicle.image);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(enlarge).toBeFocused();
  await expect(turn(reader, vehicle)).toHaveAttribute('aria-expanded', 'true');
});

test('adds a vehicle with a drawing instead of a photo @every-browser', async ({ reader, store }) => {
  const { page, say, press } = reader;
  await logInAs(page, await anOwner(store));
  await page.goto('/service?add');
  const { vehicleType: _, ...typed } = vehicleFields('car', { color: 'червоний' });
  await fillVehicle(reader, 'car', typed);
  await press(button(reader, 'forms:photo.draw'));
  const preview = page.getByAltText(say('forms:photo.preview'));
  await expect(preview).toBeVisible();
  expect(await preview.evaluate(paintedRed)).toBeGreaterThan(0.01);
  await press(button(reader, 'vehicleForm:add'));
  await expect(heading(reader, 'vehicleForm:new')).toBeHidden();
  const picture = vehicleCard(reader, NAME).locator('img').first();
  await expect.poll(() => picture.evaluate(paintedRed)).toBeGreaterThan(0.01);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('fits the photo into the window, and closes it on a tap outside', async ({ reader, store, server }) => {
    const { page, say, press } = reader;
    const owner = await anOwner(store);
    await giveVehicleWithPhoto({ server }, owner);
    await logInAs(page, owner);
    await page.goto('/service');
    await press(page.getByRole('button', { name: say('vehicles:photo.enlarge', { name: NAME }) }));
    const dialog = page.getByRole('dialog', { name: NAME });
    await expect(dialog.getByRole('img')).toBeInViewport({ ratio: 1 });
    await expect(button(reader, 'shell:close')).toBeInViewport({ ratio: 1 });
    await page.touchscreen.tap(180, 4);
    await expect(dialog).toBeHidden();
  });

  test('collapses the tiles when a type is chosen, and shows its fields', async ({ reader, store }) => {
    const { page, say, press } = reader;
    await logInAs(page, await anOwner(store));
    await page.goto('/service?add');
    await press(page.getByRole('radio', { name: say('vehicles:types.yacht'), exact: true }));
    for (const name of ['brand', 'model', 'year']) await expect(field(reader, `vehicleForm:${name}`)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('radio')).toHaveCount(1);
    await expect(page.getByRole('radio')).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel(say('forms:photo.take'))).toHaveAttribute('capture', 'environment');
    await expect(page.getByText(say('forms:photo.take'))).toBeVisible();
    await expect(page.getByText(say('forms:photo.drop'))).toBeHidden();
    await press(button(reader, 'vehicleForm:changeType'));
    await expect(page.getByRole('radio')).toHaveCount(12);
  });
});

/** Fraction of red pixels in a loaded image. */
function paintedRed(image: SVGElement | HTMLElement): number {
  const [width, height] = [96, 72];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context?.drawImage(image as HTMLImageElement, 0, 0, width, height);
  const data = context?.getImageData(0, 0, width, height).data ?? [];
  let red = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > 150 && (data[at + 1] ?? 255) < 90) red += 1;
  return red / (width * height);
}
