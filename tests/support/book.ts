import { expect, type Locator } from '@playwright/test';
import type { VehicleType } from '#contract/vehicle-types.ts';
import { PASSWORD } from './accounts.ts';
import type { Reader } from './e2e.ts';
import { codeInOutbox } from './owners.ts';
import type { RunningServer } from './server.ts';
import { wordsIn } from './texts.ts';

/** Actions on the pages as a user performs them: controls are found by their text. */

export const button = ({ page, say }: Reader, key: string, values?: Record<string, unknown>): Locator =>
  page.getByRole('button', { name: say(key, values), exact: true });

export const field = (reader: Reader, key: string, values?: Record<string, unknown>): Locator =>
  reader.page.getByLabel(reader.say(key, values), { exact: true });

export const heading = ({ page, say }: Reader, key: string): Locator => page.getByRole('heading', { name: say(key), exact: true });

/** A link inside the text of the agreement. */
export const documentLink = ({ page, say }: Reader, name: 'terms' | 'privacy'): Locator =>
  page.getByRole('link', { name: wordsIn(say('auth:about.agreement'), name) });

/**
 * The width that a date field lacks to show its whole date, in pixels; 0 or less if the date is not cut. `width` is tried instead of the width of the
 * layout. The scrollWidth of the field says nothing, because the date is in a closed shadow tree that hides its overflow.
 */
export const missingWidth = (date: Locator, width = ''): Promise<number> =>
  date.evaluate((input: HTMLInputElement, given) => {
    const widthOf = (value: string): number => {
      input.style.width = value;
      return input.getBoundingClientRect().width;
    };
    const needed = widthOf('max-content');
    const lacking = needed - widthOf(given);
    input.style.width = '';
    return lacking;
  }, width);

export async function askForCode(reader: Reader, email: string): Promise<void> {
  const { page, say, press } = reader;
  await press(page.getByRole('tab', { name: say('auth:tabs.registration') }));
  // The login panel has a field with the same label.
  const panel = page.getByRole('tabpanel', { name: say('auth:tabs.registration') });
  await panel.getByLabel(say('auth:email')).fill(email);
  await press(button(reader, 'auth:registration.send'));
  await expect(heading(reader, 'auth:code.title')).toBeVisible();
}

export async function confirmCode(reader: Reader, code: string): Promise<void> {
  await field(reader, 'auth:code.label').fill(code);
  await reader.press(button(reader, 'auth:code.send'));
}

export async function fillAbout(reader: Reader): Promise<void> {
  const { page, say } = reader;
  await field(reader, 'auth:about.firstName').fill('Соломія');
  await field(reader, 'auth:about.lastName').fill('Гнатюк');
  await page.getByRole('tabpanel').getByLabel(say('auth:password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
}

/** Registers a user, from the open /login to the success message. */
export async function register(reader: Reader, server: RunningServer, email: string): Promise<void> {
  await askForCode(reader, email);
  await confirmCode(reader, await codeInOutbox(server, email));
  await expect(heading(reader, 'auth:about.title')).toBeVisible();
  await fillAbout(reader);
  await reader.press(button(reader, 'auth:about.send'));
  await expect(heading(reader, 'auth:welcome.title')).toBeVisible();
}

export async function logIn(reader: Reader, email: string): Promise<void> {
  const { page, say, press } = reader;
  const panel = page.getByRole('tabpanel', { name: say('auth:tabs.login') });
  await panel.getByLabel(say('auth:email')).fill(email);
  await panel.getByLabel(say('auth:password'), { exact: true }).fill(PASSWORD);
  await press(panel.getByRole('button', { name: say('auth:login.send'), exact: true }));
}

export interface Photo {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** One pixel, for tests in which the photo does not matter. */
export const TINY_PHOTO: Photo = {
  name: 'photo.gif',
  mimeType: 'image/gif',
  buffer: Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'),
};

const CHOICES = ['carType', 'fuelType', 'mileageUnit'];

/**
 * Fills the open vehicle form by the names of its labels (`brand` for `vehicleForm:brand`); values of selects are those of the contract.
 */
export async function fillVehicle(reader: Reader, type: VehicleType, typed: Record<string, string>, photo?: Photo): Promise<void> {
  const { page, say } = reader;
  await page.getByRole('radio', { name: say(`vehicles:types.${type}`), exact: true }).check();
  for (const [name, value] of Object.entries(typed)) {
    const box = field(reader, `vehicleForm:${name}`);
    if (CHOICES.includes(name)) await box.selectOption(value);
    else await box.fill(value);
  }
  if (photo) await page.getByLabel(say('forms:photo.choose')).setInputFiles(photo);
}

/** The card of a vehicle in the book. */
export const vehicleCard = ({ page }: Reader, name: string): Locator => page.getByRole('article', { name });

export const recordForm = ({ page, say }: Reader): Locator => page.getByRole('form', { name: say('records:form.label'), exact: true });

/** The form that replaces the row of that record, whatever its date. */
export const editForm = ({ page, say }: Reader, name: string): Locator =>
  page.getByRole('form', { name: say('records:form.editLabel', { name, day: '' }) });

export interface TypedRecord {
  operation?: string;
  price?: string;
  part?: string;
  code?: string;
}

export async function fillRecord({ say }: Reader, form: Locator, typed: TypedRecord): Promise<void> {
  for (const [name, value] of Object.entries(typed))
    await form.getByLabel(say(`records:form.${name}`, { sign: '₴' }), { exact: true }).fill(value);
}

/** Adds a record and waits until the form is ready for the next one. */
export async function addRecord(reader: Reader, form: Locator, typed: TypedRecord & { operation: string }): Promise<void> {
  await fillRecord(reader, form, typed);
  await reader.press(form.getByRole('button', { name: reader.say('records:form.add') }));
  await expect(form.getByText(reader.say('records:form.added', { name: typed.operation }))).toBeVisible();
}

/** The value of a label in a list of facts. */
export const fact = (place: Locator, label: string): Locator =>
  place
    .locator('dl > div')
    .filter({ has: place.page().getByText(label, { exact: true }) })
    .getByRole('definition');

/** The rows of the history: table rows, or cards below 678 px. */
export const historyRows = (card: Locator): Locator => card.locator('tbody tr, section li');

export const historyTotal = ({ say }: Reader, card: Locator): Locator =>
  card.locator('tfoot tr, section p').filter({ hasText: say('records:history.total') });
